"""From a download to attempts: the owner of each file, its problem set, and whether it is kept or quarantined.

    archives -> file_owner -> student_files -> attempts or quarantine

    collect            goes through a download, student by student
    archives           the files in a zip or a folder; nothing is unpacked to disk
    file_owner         the student that a file's path names
    student_files      which of a student's files is the problem set
    attempts           the notebooks that are kept, and which of them count
    quarantine         the files that wait for an instructor, with the reason
"""

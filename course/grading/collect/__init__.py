"""From a download to attempts: who owns a file, which problem set it is, and whether it is kept or set aside.

    collect                     goes through a download, student by student
    archives                    the files in a zip or a folder; nothing is unpacked to disk
    file_owner                  the student that a file's path names
    student_files               which of a student's files is the problem set
    attempts, quarantine        what is kept, and what waits for a person, with the reason
"""

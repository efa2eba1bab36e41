"""A term: its class, its dates and its rules.

    term.toml -> term_file -> term; a CSV file -> csv_table -> roster -> enroll -> term.toml

    student            a student, and which ids are safe
    term               the due dates, lateness and groups of each student
    term_file          reads and checks term.toml
    lateness           whether a hand-in is late, and what that costs
    csv_table          reads a CSV file, in any encoding and with any separator
    roster             the class from an export of Canvas or Moodle
    enroll             adds the new students of a newer export
    init_term          makes the term's folder, its problem sets and nbgrader's settings
"""

"""A term: its class, its dates and its rules.

    student            one of the class, and which ids are safe
    term_file          reads and checks term.toml
    term               due dates, lateness, groups: what follows from it
    lateness           whether a hand-in is late, and what that costs
    roster, enroll     the class as Canvas or Moodle exports it, and a newer export
    csv_table          a CSV file, in any encoding and with any separator
    init_term          makes the folder, the problem sets and nbgrader's settings in it
"""

"""A term: its class, its dates and its rules.

    term, term_file    term.toml, read and checked
    roster, enroll     the class as Canvas or Moodle exports it, and a newer export
    csv_table          a CSV file, in any encoding and with any separator
    init_term          makes the folder, the problem sets and nbgrader's settings in it
"""

"""The instructor's command line, `course`. It is used from the repository and is in no wheel.

    cli, commands/   the commands: their help, their arguments, what they print
    settings         what course.toml says of this course
    sets/            problem sets, from solutions/ to assignments/
    judge/           what the hidden tests call
    grading/         a term: what students hand in, and what becomes of it
    publish/         the site, with one book a term
    pages/           HTML pages from templates
    errors, files/, numbers, paths, progress   what all of these use
"""

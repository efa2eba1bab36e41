"""The problem sets: make the instructor's notebook and the students' from one source each.

    source       reads a source
    variant      draws a term's values
    markers      the marks that nbgrader clears between, and canaries
    notebooks    the two notebooks of a set
    leaks        refuses to publish hidden lines
    release      `course build`: everything that students get, as a whole
    solutions    `course release-solutions`: a set's model solution
    check        `course check`: the rules of solutions/rules.toml
    testing/     the tests of the hidden tests

source, variant -> notebooks -> release, after leaks has found nothing.
"""

"""Confines a student's code: job -> sandboxes -> result.

    job                                  a notebook to grade, its limits, and the result
    sandboxes                            the two sandboxes of a worker: one for students, one for the tests
    bubblewrap, syscall_filter           what a sandbox sees of the machine, and which system calls it may make
    visible_files, reduced_modules       which files are inside: the set's packages, a part of the library
    self_test                            which isolation works on this machine
    inside/                              what runs in a sandbox: fork server, confinement, messages, cells
"""

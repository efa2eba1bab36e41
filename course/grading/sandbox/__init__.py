"""Where a student's code runs, and how it is kept there.

    bubblewrap, syscall_filter           what it can see of the machine, and what it can ask of the kernel
    visible_files, reduced_modules       which files are inside: the set's packages, a part of the library
    sandboxes                            the two sandboxes of a worker: one for students, one for the tests
    job                                  what the tests' sandbox is asked for, and what it answers
    self_test                            which isolation works on this machine
    inside/                              what runs in a sandbox: fork server, confinement, the pipe, the cells
"""

"""What runs inside of the sandbox: the only code of the course that a student's code can see.

    fork_server    imports once, then forks a monitor and a student's process for each job
    forking        what a process that forks needs, here and for the tests
    monitor        the student's parent: reports its CPU time, ends it, says how it ended
    confine        what a process gives up before it runs a student's code
    student        the student's process: a request to run a cell or call a function -> its reply
    shell          IPython without a kernel: a cell -> its outputs, within output_limits
    wire           values and frames that cross between the student's process and the tests
    isolation      how students' processes are isolated
"""

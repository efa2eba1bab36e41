"""Rules for every call of a student's function, inside and outside of the sandbox: it has a copy of this folder.

    calls     no output, a watched call, a time limit
    barred    what the function may not use
"""

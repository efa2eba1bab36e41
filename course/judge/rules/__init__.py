"""Rules for every call of a student's function, inside and outside of the sandbox: it has a copy of this folder.

    calls     no output, a watched call for a limited time
    timer     the time limit, with signals or without
    barred    what the function may not use
"""

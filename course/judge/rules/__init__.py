"""What holds for every call of a student's function, on both sides of the sandbox: this folder lies in it, too.

    calls     quietly, watched, and for a limited time
    barred    what the function may not use
"""

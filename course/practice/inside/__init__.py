"""The modules of a practice wheel that are not the grader's.

    session       the package itself: judges the answers of a session, part by part
    webassembly   what a browser's Python lacks, for as long as answers are judged
    paths         in place of course.paths: the folder that the wheel was installed in
"""

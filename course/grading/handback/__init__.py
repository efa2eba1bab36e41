"""Hand results back, to students and to the school's system: `state.py` -> feedback and export.

    feedback, feedback_page     a page, by `feedback.html.j2`, and a text for each student
    exchange                    feedback for `nbgrader fetch_feedback`
    export, moodle_worksheet    grades as Canvas and Moodle import them
    regrade                     the same submissions with changed tests, compared before they count
"""

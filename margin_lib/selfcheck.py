"""Where released problem sets import the self-check from; it is the package notebook_checks."""

try:
    from notebook_checks.selfcheck import SelfCheck, selfcheck
except ModuleNotFoundError as error:
    if error.name != "notebook_checks":
        raise
    raise ModuleNotFoundError(
        "selfcheck() is in the package notebook-checks, which isn't installed here: install the file"
        " notebook_checks-*.whl from the folder of your problem set, or run `pip install -r requirements.txt` there.",
        name="notebook_checks",
    ) from None

__all__ = ["SelfCheck", "selfcheck"]

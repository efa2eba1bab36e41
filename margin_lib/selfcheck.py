"""Re-export the self-check of the package notebook_checks for released problem sets."""

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

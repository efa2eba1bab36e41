"""All hostile hand-ins."""

from hostile import barred, disguise, forgery, life, notebooks, reach, resources

CASES = {
    case.name: case
    for family in (resources, reach, forgery, life, disguise, barred, notebooks)
    for case in family.CASES
}

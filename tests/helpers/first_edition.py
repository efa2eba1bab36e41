"""The pages whose text and pictures are still the first edition's. A page leaves the list when it is rewritten."""

FIRST_EDITION = {
    "errata",
    "formal-proofs",
    "glossary",
    "grading-a-class",
    "instructors",
    "library",
    "reference",
}

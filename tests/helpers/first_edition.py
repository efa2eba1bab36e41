"""The pages whose text and pictures are still the first edition's. A page leaves the list when it is rewritten."""

FIRST_EDITION = {
    "appendix-proof",
    "errata",
    "formal-proofs",
    "glossary",
    "grading-a-class",
    "instructors",
    "library",
    "reference",
    "separability",
    "support-vectors",
    "winnow",
}

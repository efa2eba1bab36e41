"""The pages whose text and pictures are still those of the first edition. A page leaves the list when it is rewritten."""

FIRST_EDITION = {
    "appendix-proof",
    "duality",
    "errata",
    "formal-proofs",
    "glossary",
    "grading-a-class",
    "hinge",
    "instructors",
    "library",
    "margin-perceptron",
    "maximum-margin",
    "reference",
    "separability",
    "slack",
    "support-vectors",
    "winnow",
}

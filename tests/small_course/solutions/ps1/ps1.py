# %% role="set"
title = "What a graph is"
barred = []
packages = ["numpy"]
own = ["neighbours", "handshake_order"]

STEPS = {
    "sum": "Add the degrees of all vertices.",
    "twice": "Each edge is counted at both of its ends.",
    "end": "So the sum is twice the number of edges.",
    "loops": "Each vertex has an edge to itself.",
    "one": "Each edge is counted at its first end.",
}
BUILDS_ON = {"sum": [], "twice": ["sum"], "end": ["twice"]}


def variant(draw):
    """Draw which vertex of the example has three neighbours, and the letters of the proof."""
    middle = draw.choice("middle", [0, 1, 2, 3])
    return {
        "middle": middle,
        "star": [(middle, other) for other in range(4) if other != middle],
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
from notebook_checks.answer_format import Form

# %% [markdown]
# ## Part A: neighbours ({{points:neighbours}})
#
# Book: graphs, "What a graph is".
#
# A graph is a list of `edges`, pairs of different vertices, and the number `n` of its vertices, 0 to n - 1. No edge occurs twice, in either direction.
# Return the neighbours of `vertex`, those to which an edge leads, in rising order.

# %% answer="neighbours"
def neighbours(edges, n, vertex):
    """Return the vertices to which an edge leads from this one, in rising order."""
    ### BEGIN SOLUTION
    return sorted(b for pair in edges for a, b in (pair, pair[::-1]) if a == vertex)
    ### END SOLUTION

# %% check="neighbours"
found = Form.rows(neighbours({{star}}, 4, {{middle}}), 4, "the neighbours")
assert len(found) == 3, f"three edges begin at {{middle}}, but yours has {len(found)} neighbours."
print("The form is right, and the example too.")

# %% test="neighbours"
from course.judge import wholes

rng = marks.rng("graph")
edges = [(a, b) if rng.random() < 0.5 else (b, a) for a in range(30) for b in range(a) if rng.random() < 0.2]
answers = []
with marks.claim(3, "each neighbour, whichever end of the edge it is, and no other vertex", read="graphs: What a graph is"):
    answers = [wholes(marks.call(neighbours, edges, 30, vertex), 30, "the neighbours") for vertex in range(30)]
    for vertex, found in enumerate(answers):
        assert set(found) == {a + b - vertex for a, b in edges if vertex in (a, b)}
with marks.claim(2, "in rising order", read="graphs: What a graph is"):
    assert any(answers)
    assert all(found == sorted(set(found)) for found in answers)

# %% [markdown] proof="leaf" points=3
# ## Part B: a leaf where $\|E\| = n - 1$ ({{points:leaf}})
#
# Book: graphs, "Degrees".
#
# Prove that a graph of at least two vertices, in which each vertex has a neighbour and which has one edge fewer than vertices, has a vertex of
# degree 1. This part is read by a person.
#
# === BEGIN MARK SCHEME ===
# 1 point: the sum of the degrees is twice the number of edges, 2 (n - 1).
#
# 2 points: no degree is 0. If all were 2 or more, the sum would be 2 n or more. One point if degree 0 is forgotten.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part C: shaking hands ({{points:handshake_order}})
#
# Book: graphs, "Degrees".
#
# These are the steps of a proof that the sum of the degrees is twice the number of edges, in no order, and two that do not belong.
#
# {{steps}}
#
# Return the letters of the steps that belong, as a list or as a string such as `"CAB"`, each after those that it builds on.

# %% answer="handshake_order"
def handshake_order():
    """Return the letters of the proof's steps, in a valid order."""
    ### BEGIN SOLUTION
    return {{hidden_order}}
    ### END SOLUTION

# %% check="handshake_order"
order = Form.steps(handshake_order(), {{letters}})
print("The form is right:", len(order), "steps.")

# %% test="handshake_order"
from course.judge import arranged

with marks.claim(2, "all steps that belong, no other, each after those that it builds on", read="graphs: Degrees"):
    assert arranged(marks.call(handshake_order), {{hidden_builds_on}}, {{hidden_distractors}})

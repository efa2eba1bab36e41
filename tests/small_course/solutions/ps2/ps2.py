# %% role="set"
title = "Ways through a graph"
barred = []
packages = ["numpy", "matplotlib"]
own = ["degree_table", "far_apart", "proof_order", "start"]

STEPS = {
    "counted": "Let $S$ be the sum of the degrees of all vertices.",
    "ends": "Each edge has two ends.",
    "twice": "So each edge is counted twice in $S$.",
    "even": "Therefore $S$ is even, twice the number of edges.",
    "odd": "Taking the vertices of even degree away leaves an even sum of odd degrees, so there is an even number of them.",
    "connected": "The graph is connected.",
    "fewer": "There are fewer edges than vertices.",
}
BUILDS_ON = {
    "counted": [],
    "ends": [],
    "twice": ["counted", "ends"],
    "even": ["twice"],
    "odd": ["even"],
}


def variant(draw):
    """Draw a tree of five vertices whose last vertex is three steps from the first, and the letters of the proof."""
    names = [int(i) + 1 for i in draw.rng("example").permutation(4)]
    edges = [(0, names[0]), (names[0], names[1]), (names[1], names[2]), (names[0], names[3])]
    steps = {0: 0, names[0]: 1, names[1]: 2, names[2]: 3, names[3]: 2}
    return {
        "example": edges,
        "steps_away": [steps[vertex] for vertex in range(5)],
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
import matplotlib.pyplot as plt
import numpy as np

from notebook_checks.answer_format import Form

# %% [markdown]
# In this set a graph is a list of `edges`, pairs of different vertices, and the number `n` of its vertices, which are called 0 to n - 1. No edge occurs
# twice, in either direction. There may be one vertex only, and no edge.

# %% [markdown]
# ## Part A: how far is it? ({{points:distances}})
#
# Book: graphs, "Walking"; graphs, "Why it ends".
#
# Return the list of the distances of all vertices from the vertex `start`: the least number of edges on a way there, and $-1$ where there is no way.
# The hidden tests use up to 60 vertices.

# %% answer="distances"
def distances(edges, n, start):
    """Return how many edges the shortest way from start to each vertex has, -1 where there is none."""
    ### BEGIN SOLUTION
    found = [-1] * n
    found[start], border = 0, [start]
    while border:
        one = border.pop(0)
        for other in [b for a, b in [*edges, *((b, a) for a, b in edges)] if a == one]:
            if found[other] < 0:
                found[other] = found[one] + 1
                border.append(other)
    return found
    ### END SOLUTION

# %% check="distances"
found = Form.numbers(distances({{example}}, 5, 0), (5,), "the distances")
assert found[0] == 0, f"the way from 0 to 0 has no edge, but the distance is {found[0]}."
assert found.tolist() == {{steps_away}}, f"the distances in the example are {{steps_away}}, but yours are {found.tolist()}."
print("The form is right, and the example too.")

# %% test="distances"
from course.judge import wholes


def graph(name, n, share):
    rng = marks.rng(name)
    return [(a, b) for a in range(n) for b in range(a) if rng.random() < share], n


graphs = [graph(f"{n}", n, share) for n, share in [(1, 0), (6, 0.4), (40, 0.02), (60, 0.05)]]
answers = []
with marks.claim(2, "no edge leads further than one step on", read="graphs: Walking"):
    for edges, n in graphs:
        found = [value - 1 for value in wholes([value + 1 for value in marks.call(distances, edges, n, 0)], n + 1, "the distances")]
        assert len(found) == n
        answers.append(found)
        assert all((found[a] < 0) == (found[b] < 0) and abs(found[a] - found[b]) <= 1 for a, b in edges)
with marks.claim(1, "the start is at distance 0, and no other vertex", read="graphs: Walking"):
    marks.needs(len(answers) == len(graphs))
    assert all(found[0] == 0 and 0 not in found[1:] for found in answers)
with marks.claim(1, "each other vertex that is reached has a neighbour one step nearer", read="graphs: Why it ends"):
    marks.needs(len(answers) == len(graphs))
    for (edges, n), found in zip(graphs, answers):
        nearer = {b for pair in edges for a, b in (pair, pair[::-1]) if found[a] == found[b] - 1}
        assert all(found[vertex] <= 0 or vertex in nearer for vertex in range(n))
with marks.claim(1, "-1 exactly where no way leads", read="graphs: Why it ends"):
    marks.needs(len(answers) == len(graphs))
    for (edges, n), found in zip(graphs, answers):
        assert found[0] == 0 and all(value >= -1 for value in found)
        assert all((found[a] < 0) == (found[b] < 0) for a, b in edges)
        reached = {0}
        for _ in range(n):
            reached |= {b for pair in edges for a, b in (pair, pair[::-1]) if a in reached}
        assert {vertex for vertex in range(n) if found[vertex] >= 0} == reached

# %% [markdown]
# ## Part B: what hangs together ({{points:components}})
#
# Book: graphs, "What hangs together".
#
# Return a list with a whole number for each vertex, from 0 on: the same number for two vertices exactly if a way leads from one to the other.

# %% answer="components"
def components(edges, n):
    """Return a number for each vertex, the same for two vertices if a way leads from one to the other."""
    ### BEGIN SOLUTION
    number = list(range(n))
    for a, b in edges:
        number = [number[a] if one == number[b] else one for one in number]
    return number
    ### END SOLUTION

# %% check="components"
number = Form.rows(components([(0, 1)], 3), 3, "the numbers")
assert len(number) == 3, f"there are 3 vertices, but {len(number)} numbers."
assert number[0] == number[1] != number[2], f"0 and 1 hang together, and 2 is alone, but their numbers are {number}."
print("The form is right, and the example too.")

# %% test="components"
from course.judge import wholes

rng = marks.rng("graphs")
graphs = [([(a, b) for a in range(n) for b in range(a) if rng.random() < 0.06], n) for n in (1, 12, 40)]
answers = []
with marks.claim(1, "a whole number for each vertex", read="graphs: What hangs together"):
    for edges, n in graphs:
        found = wholes(marks.call(components, edges, n), n, "the numbers")
        assert len(found) == n
        answers.append(found)
with marks.claim(1, "the same number at both ends of an edge", read="graphs: What hangs together"):
    marks.needs(len(answers) == len(graphs))
    assert all(found[a] == found[b] for (edges, _), found in zip(graphs, answers) for a, b in edges)
    assert all(any(found[a] != found[0] for a in range(n)) for (_, n), found in zip(graphs, answers) if n > 1)
with marks.claim(1, "other numbers where no way leads", read="graphs: What hangs together"):
    marks.needs(len(answers) == len(graphs))
    for (edges, n), found in zip(graphs, answers):
        reached = {0}
        for _ in range(n):
            reached |= {b for pair in edges for a, b in (pair, pair[::-1]) if a in reached}
        assert all((found[vertex] == found[0]) == (vertex in reached) for vertex in range(n))

# %% [markdown]
# ## Part C: a table of degrees ({{points:degree_table}})
#
# Book: graphs, "Degrees".
#
# Return a list with one row for each vertex, and in it four numbers: its degree, the least and the largest degree of its neighbours, and the sum of
# their degrees. For a vertex without neighbours all four are 0.

# %% answer="degree_table"
def degree_table(edges, n):
    """Return rows (degree, least, largest, sum of the neighbours' degrees), one for each vertex."""
    ### BEGIN SOLUTION
    near = [[b for pair in edges for a, b in (pair, pair[::-1]) if a == vertex] for vertex in range(n)]
    of = [[len(near[other]) for other in near[vertex]] for vertex in range(n)]
    return [[len(one), min(one, default=0), max(one, default=0), sum(one)] for one in of]
    ### END SOLUTION

# %% check="degree_table"
rows = Form.numbers(degree_table([(0, 1), (1, 2)], 4), (4, 4), "the list of rows")
assert rows[1].tolist() == [2, 1, 1, 2], f"vertex 1 has two neighbours of degree 1, but its row is {rows[1].tolist()}."
print("The form is right, and the example too.")

# %% test="degree_table"
from course.judge import matrix

rng = marks.rng("graphs")
graphs = [([(a, b) for a in range(n) for b in range(a) if rng.random() < 0.2], n) for n in (1, 8, 20)]
got, right = [], []
for edges, n in graphs:
    degree = [sum(vertex in pair for pair in edges) for vertex in range(n)]
    near = [[degree[b] for pair in edges for a, b in (pair, pair[::-1]) if a == vertex] or [0] for vertex in range(n)]
    right.append([(degree[vertex], min(near[vertex]), max(near[vertex]), sum(near[vertex])) for vertex in range(n)])


def agrees(column):
    assert len(got) == len(graphs)
    for rows, wanted in zip(got, right):
        assert rows[:, column].tolist() == [row[column] for row in wanted]


with marks.claim(1, "the degree", read="graphs: Degrees"):
    got = [matrix(marks.call(degree_table, *one), one[1], 4, "the list of rows") for one in graphs]
    agrees(0)
with marks.claim(1, "the least degree of the neighbours", read="graphs: Degrees"):
    agrees(1)
with marks.claim(1, "the largest degree of the neighbours", read="graphs: Degrees"):
    agrees(2)
with marks.claim(1, "the sum of the neighbours' degrees", read="graphs: Degrees"):
    agrees(3)

# %% [markdown]
# ## Part D: far apart ({{points:far_apart}})
#
# Book: graphs, "Walking".
#
# For a whole number $k \ge 2$ make a graph in which a way leads from each vertex to each other, and some two vertices are at least $k$ steps apart.
#
# Return `(edges, n)` with at most 1,000 vertices. The hidden tests use $k$ up to 60.

# %% answer="far_apart"
def far_apart(k):
    """Return (edges, n), a connected graph with two vertices that are at least k steps apart."""
    ### BEGIN SOLUTION
    return [(i, i + 1) for i in range(k)], k + 1
    ### END SOLUTION

# %% check="far_apart"
edges, n = Form.parts(far_apart(5), 2, "what far_apart returns")
edges = Form.numbers(edges, (-1, 2), "edges")
assert n >= 6, f"two vertices that are 5 steps apart need 6 vertices, but there are {n}."
print("The form is right:", len(edges), "edges.")

# %% test="far_apart"
from course.judge import matrix, whole
from course.judge.answers import unpacked

made = []


def steps(edges, n):
    """The largest distance from the vertex that is furthest from 0, or None if not all are reached."""
    near = {vertex: {b for pair in edges for a, b in (pair, pair[::-1]) if a == vertex} for vertex in range(n)}
    start, count = 0, 0
    for _ in range(2):
        reached, border, count = {start}, {start}, 0
        while border:
            start = next(iter(border))
            border = set().union(*(near[one] for one in border)) - reached
            reached |= border
            count += bool(border)
        if len(reached) < n:
            return None
    return count


with marks.claim(1, "a graph in which a way leads from each vertex to each other", read="graphs: What hangs together"):
    for k in (2, 3, 17, 60):
        edges, n = unpacked(marks.call(far_apart, k), 2, "what far_apart returns")
        edges, n = matrix(edges, None, 2, "the edges"), whole(n, "n")
        assert (edges == edges.round()).all()
        edges = [(int(a), int(b)) for a, b in edges]
        assert 1 <= n <= 1000 and all(0 <= a < n and 0 <= b < n and a != b for a, b in edges)
        assert len({frozenset(pair) for pair in edges}) == len(edges)
        assert steps(edges, n) is not None
        made.append((k, edges, n))
with marks.claim(2, "two vertices that are at least k steps apart", read="graphs: Walking"):
    marks.needs(len(made) == 4)
    assert all(steps(edges, n) >= k for k, edges, n in made)

# %% [markdown]
# ## Part E: the proof in order ({{points:proof_order}})
#
# Book: graphs, "Degrees".
#
# These are the steps of a proof that the number of vertices of odd degree is even, in no order, and two that do not belong.
#
# {{steps}}
#
# Return the letters of the steps that belong, as a list or as a string such as `"CAB"`, each after those that it builds on.

# %% answer="proof_order"
def proof_order():
    """Return the letters of the proof's steps, in a valid order."""
    ### BEGIN SOLUTION
    return {{hidden_order}}
    ### END SOLUTION

# %% check="proof_order"
order = Form.steps(proof_order(), {{letters}})
print("The form is right:", len(order), "steps.")

# %% test="proof_order"
from course.judge import arranged, complete

order = None
with marks.claim(1, "all steps that belong, and no other", read="graphs: Degrees"):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "all steps that belong, no other, each after those that it builds on", read="graphs: Degrees"):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown] proof="start" points=2
# ## Part F: another start ({{points:start}})
#
# Book: graphs, "Why it ends".
#
# Prove that the way back is as long: the distance from $a$ to $b$ is the distance from $b$ to $a$, also if there is no way. This part is read by a
# person.
#
# === BEGIN MARK SCHEME ===
# 1 point: a shortest way from a to b, walked backwards, is a way from b to a of as many edges, so d(b, a) <= d(a, b).
#
# 1 point: the same with a and b exchanged, and the case without a way. Half a point if that case is forgotten.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part G: a picture ({{points:placed}})
#
# Book: graphs, "What a graph is".
#
# Return a list of `n` pairs, where to draw the vertices: evenly on the circle of radius 1 around the origin, vertex 0 at (1, 0), counter-clockwise. The
# numbers may be off by $10^{-9}$. The picture shows the example.

# %% answer="placed"
def placed(n):
    """Return n pairs, evenly on the unit circle, from (1, 0) counter-clockwise."""
    ### BEGIN SOLUTION
    angles = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angles), np.sin(angles)])
    ### END SOLUTION

# %% check="placed"
places = Form.numbers(placed(5), (5, 2), "the places")
assert abs(places[0] - [1, 0]).max() < 1e-9, f"vertex 0 is at (1, 0), but yours at {places[0]}."
for a, b in {{example}}:
    plt.plot(*places[[a, b]].T, marker="o")
print("The form is right.")

# %% test="placed"
import numpy as np

from course.judge import matrix

with marks.claim(1, "evenly on the circle, counter-clockwise", read="graphs: What a graph is"):
    for n in (1, 7, 30):
        places = matrix(marks.call(placed, n), n, 2, "the places") @ [1, 1j]
        assert np.allclose(places, np.exp(2j * np.pi * np.arange(n) / n), rtol=0, atol=1e-9)

# %% [markdown]
# All vertices are looked at in each round.

# %% answer="distances" score=5
def distances(edges, n, start):
    found = [0 if vertex == start else n for vertex in range(n)]
    for _ in range(n):
        for a, b in edges:
            found[a] = min(found[a], found[b] + 1)
            found[b] = min(found[b], found[a] + 1)
    return [-1 if steps >= n else steps for steps in found]

# %% answer="components" score=3
def components(edges, n):
    number = list(range(n))
    for _ in range(n):
        for a, b in edges:
            number[a] = number[b] = min(number[a], number[b])
    return np.array(number)

# %% answer="degree_table" score=4
def degree_table(edges, n):
    A = np.zeros((n, n))
    for a, b in edges:
        A[a, b] = A[b, a] = 1
    degree = A.sum(axis=0)
    rows = []
    for line in A:
        near = degree[line > 0]
        rows.append((len(near), min(near, default=0), max(near, default=0), sum(near)))
    return rows

# %% answer="far_apart" score=3
def far_apart(k):
    return [(i + 1, i) for i in range(2 * k)], 2 * k + 1

# %% answer="proof_order" score=2
def proof_order():
    return "".join({{hidden_order}})

# %% answer="placed" score=1
def placed(n):
    from math import cos, pi, sin

    return [(cos(2 * pi * i / n), sin(2 * pi * i / n)) for i in range(n)]

# %% answer="distances" score=0 belief="an edge leads one way only" says="0 of 2"
def distances(edges, n, start):
    found = [-1] * n
    found[start], border = 0, [start]
    while border:
        one = border.pop(0)
        for a, b in edges:
            if a == one and found[b] < 0:
                found[b] = found[a] + 1
                border.append(b)
    return found

# %% answer="components" score=1 belief="only edges join, not ways" says="0 of 1"
def components(edges, n):
    return [min([a for pair in edges for a in pair if vertex in pair], default=vertex) for vertex in range(n)]

# %% answer="degree_table" score=2 belief="a vertex is a neighbour of its own" says="0 of 1: the least degree"
def degree_table(edges, n):
    degree = [sum(vertex in pair for pair in edges) for vertex in range(n)]
    return [[degree[vertex], 0, 0, sum(degree[a + b - vertex] for a, b in edges if vertex in (a, b))] for vertex in range(n)]

# %% answer="far_apart" score=1 belief="k vertices are k steps apart" says="0 of 2"
def far_apart(k):
    return [(i, i + 1) for i in range(k - 1)], k

# %% answer="proof_order" score=1 belief="the order does not matter" says="0 of 1"
def proof_order():
    return {{hidden_order}}[::-1]

# %% answer="placed" score=0 belief="the circle is walked clockwise" says="0 of 1"
def placed(n):
    return [(np.cos(2 * np.pi * i / n), -np.sin(2 * np.pi * i / n)) for i in range(n)]

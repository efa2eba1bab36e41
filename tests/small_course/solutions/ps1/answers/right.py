# %% answer="neighbours" score=5
def neighbours(edges, n, vertex):
    return [other for other in range(n) if (vertex, other) in edges or (other, vertex) in edges]

# %% answer="handshake_order" score=2
def handshake_order():
    return "".join({{hidden_order}})

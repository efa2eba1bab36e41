# %% answer="neighbours" score=2 belief="an edge leads one way only" says="0 of 3"
def neighbours(edges, n, vertex):
    return sorted(b for a, b in edges if a == vertex)

# %% answer="handshake_order" score=0 belief="all steps belong" says="0 of 2"
def handshake_order():
    return {{letters}}

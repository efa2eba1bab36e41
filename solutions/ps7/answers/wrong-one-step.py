# %% answer="counted" score=0 belief="a run of one step is a run" says="in a run that is finished"
def counted(K, y, budget):
    return np.eye(len(y))[0], [0]

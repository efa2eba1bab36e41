# %% answer="counted" score=0 belief="f is the sum of the counts times K, without the labels" says="AssertionError: "
def counted(K, y, budget):
    alpha, order = np.zeros(len(y)), []
    while len(order) < budget:
        wrong = np.flatnonzero(y * (K @ alpha) <= 0)
        if len(wrong) == 0:
            break
        order.append(int(wrong[np.searchsorted(wrong, (order[-1] + 1) if order else 0) % len(wrong)]))
        alpha[order[-1]] += 1
    return alpha, order

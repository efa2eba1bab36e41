# %% answer="certified" score=1 belief="what is below a millionth of the largest eigenvalue is a rounding error" says="large eigenvalues and one that is a little below 0"
def certified(K):
    values, U = np.linalg.eigh(K)
    if values[0] < -1e-6 * abs(values).max():
        return False, U[:, 0]
    return True, U * np.sqrt(np.maximum(values, 0))

# %% answer="features" score=0 belief="a feature that is 0 at all points may be dropped" says="the same coordinate equal to 0"
def features(X, p, r):
    lifted = np.column_stack([X, np.full(len(X), np.sqrt(r))])
    columns = []
    for chosen in combinations_with_replacement(range(lifted.shape[1]), p):
        ways = factorial(p) / prod(factorial(chosen.count(j)) for j in set(chosen))
        columns.append(np.sqrt(ways) * lifted[:, chosen].prod(axis=1))
    phi = np.column_stack(columns)
    return phi[:, np.any(phi != 0, axis=0)]

# %% answer="from_dual" score=1 belief="a multiplier below a hundredth is 0" says="a multiplier close to 0 or C"
def from_dual(K, y, alpha, C, L):
    on = alpha > 0.01
    F = y - K @ (alpha * y)
    free = on & (alpha < C - 0.01)
    up = (alpha <= 0.01) == (y > 0)
    b = F[free].mean() if free.any() else (F[up].max() + F[~up].min()) / 2
    f = L[:, on] @ (alpha * y)[on] + b
    return b, f, np.where(f >= 0, 1, -1)

# %% [markdown]
# Plain loops over lists, and fractions where a sign must be certain.

# %% answer="kernel_table" score=2
def kernel_table(kernel, X, Z):
    from math import exp

    def k(x, z):
        if kernel[0] == "rbf":
            return exp(-kernel[1] * sum((a - b) * (a - b) for a, b in zip(x, z)))
        inner = sum(a * b for a, b in zip(x, z))
        return inner if kernel[0] == "linear" else (inner + kernel[2]) ** kernel[1]

    return [[k(x, z) for z in Z] for x in X]

# %% answer="certified" score=3
def certified(K):
    # eliminates on both sides at once; P says of which rows each remaining one is a combination
    from fractions import Fraction
    from math import sqrt

    n = len(K)
    A = [[Fraction(int(entry)) for entry in row] for row in K]
    P = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    V = [[] for _ in range(n)]
    left = list(range(n))
    while left:
        for i in left:
            if A[i][i] < 0:
                return False, [float(entry) for entry in P[i]]
            for j in left:
                if A[i][i] == 0 == A[j][j] and A[i][j] != 0:
                    sign = -1 if A[i][j] > 0 else 1
                    return False, [float(a + sign * b) for a, b in zip(P[i], P[j])]
        rest = [i for i in left if A[i][i] > 0]
        if not rest:
            broken = [(i, j) for i in left for j in left if A[i][j] != 0]
            assert not broken
            break
        k = rest[0]
        for i in range(n):
            V[i].append(float(A[i][k]) / sqrt(A[k][k]) if i in left else 0.0)
        left.remove(k)
        for i in left:
            factor = A[i][k] / A[k][k]
            P[i] = [a - factor * b for a, b in zip(P[i], P[k])]
            for j in left:
                A[i][j] -= factor * A[k][j]
    return True, V

# %% answer="counted" score=3
def counted(K, y, budget):
    n = len(y)
    counts, order = [0] * n, []
    found = True
    while found:
        found = False
        for i in range(n):
            f = 0.0
            for j in range(n):
                if counts[j]:
                    f += counts[j] * y[j] * K[i][j]
            if y[i] * f <= 0:
                if len(order) == budget:
                    return counts, order
                counts[i] += 1
                order.append(i)
                found = True
    return counts, order

# %% answer="descended" score=2
def descended(K, y, lam, draws):
    n = len(y)
    mu = 2 * lam / n
    beta, total, weight, pulled = [0.0] * n, [0.0] * n, 0, []
    t = 0
    for i in draws:
        t += 1
        weight += t
        for j in range(n):
            total[j] += t * beta[j]
        q = 0.0
        for j in range(n):
            q += y[i] * beta[j] * K[i][j]
        eta = 2 / (mu * (t + 1))
        for j in range(n):
            beta[j] *= (t - 1) / (t + 1)
        if q < 1:
            beta[i] += eta * y[i]
            pulled.append(t)
    return beta, [entry / weight for entry in total], pulled

# %% answer="machine" score=2
def machine(K, y, C, L):
    # two multipliers at a time, the pair that breaks the conditions most, until none does
    n = len(y)
    alpha, F = [0.0] * n, [float(label) for label in y]
    while True:
        up = [i for i in range(n) if (y[i] > 0 and alpha[i] < C) or (y[i] < 0 and alpha[i] > 0)]
        down = [i for i in range(n) if (y[i] > 0 and alpha[i] > 0) or (y[i] < 0 and alpha[i] < C)]
        i, j = max(up, key=F.__getitem__), min(down, key=F.__getitem__)
        if F[i] - F[j] < 1e-6:
            break
        step = (F[i] - F[j]) / max(K[i][i] + K[j][j] - 2 * K[i][j], 1e-12)
        step = min(step, C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j])
        alpha[i] = min(max(alpha[i] + y[i] * step, 0.0), C)
        alpha[j] = min(max(alpha[j] - y[j] * step, 0.0), C)
        for k in range(n):
            F[k] -= step * (K[k][i] - K[k][j])
    b = (F[i] + F[j]) / 2
    f = []
    for row in L:
        total = b
        for k in range(n):
            total += alpha[k] * y[k] * row[k]
        f.append(total)
    return alpha, b, f

# %% answer="features" score=2
def features(X, p, r):
    from math import factorial, sqrt

    def powers(d, p):
        if d == 0:
            return [[]]
        return [[m, *rest] for m in range(p + 1) for rest in powers(d - 1, p - m)]

    rows = []
    for x in X:
        row = []
        for ms in powers(len(x), p):
            ways, value = factorial(p) // factorial(p - sum(ms)), 1.0
            for m, entry in zip(ms, x):
                ways //= factorial(m)
                value *= entry**m
            row.append(sqrt(ways * r ** (p - sum(ms))) * value)
        rows.append(row)
    return rows

# %% answer="proof_order" score=2
def proof_order():
    return {{hidden_order}}

# %% answer="conic" score=2
def conic(X, y):
    size = max(abs(entry) for x in X for entry in x)
    numbers = cp.Variable(6)
    sides = []
    for (p, q), label in zip(X / size, y):
        terms = [p * p, p * q, q * q, p, q, 1.0]
        sides.append(label * sum(number * term for number, term in zip(numbers, terms)) >= 1)
    cp.Problem(cp.Minimize(cp.sum_squares(numbers)), sides).solve(solver=cp.CLARABEL)
    if numbers.value is None:
        return None
    return [float(number) / size**power for number, power in zip(numbers.value, [2, 2, 2, 1, 1, 0])]

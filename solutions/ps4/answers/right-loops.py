# %% [markdown]
# Plain loops, as one would write them after a first course in programming.

# %% answer="payoffs" score=2
def payoffs(X, y):
    table = [[0.0] * len(X) for _ in range(len(X[0]) + 1)]
    for i in range(len(X)):
        lifted = [float(x) for x in X[i]] + [1.0]
        largest = 0.0
        for entry in lifted:
            if abs(entry) > largest:
                largest = abs(entry)
        for j in range(len(lifted)):
            table[j][i] = float(y[i]) * lifted[j] / largest
    return table

# %% answer="as_mixture" score=2
def as_mixture(w, b):
    entries = [float(entry) for entry in w] + [float(b)]
    total = 0.0
    for entry in entries:
        total += abs(entry)
    experts, opponents = [], []
    for entry in entries:
        if entry > 0:
            experts.append(entry / total)
            opponents.append(0.0)
        else:
            experts.append(0.0)
            opponents.append(-entry / total)
    return experts + opponents

# %% answer="both_margins" score=2
def both_margins(X, y, w, b):
    import math

    length = math.sqrt(sum(entry**2 for entry in w) + b**2)
    size = sum(abs(entry) for entry in w) + abs(b)
    cosines, worths = [], []
    for x, label in zip(X, y):
        product = label * (sum(p * q for p, q in zip(w, x)) + b)
        cosines.append(product / length / math.sqrt(sum(q**2 for q in x) + 1))
        worths.append(product / size / max(1, max(abs(q) for q in x)))
    return min(cosines), min(worths)

# %% answer="winnow" score=4
def winnow(table, epsilon, budget):
    lines, n = len(table), len(table[0])
    plus, minus = [1.0] * lines, [1.0] * lines
    order = []
    found = True
    while found:
        found = False
        for i in range(n):
            column = table[:, i].tolist()
            worth = 0.0
            for j in range(lines):
                worth += (plus[j] - minus[j]) * column[j]
            if worth <= 0 and len(order) < budget:
                found = True
                order.append(i)
                for j in range(lines):
                    plus[j] *= 1 + epsilon * column[j]
                    minus[j] *= 1 - epsilon * column[j]
                total = sum(plus) + sum(minus)
                plus = [v / total for v in plus]
                minus = [v / total for v in minus]
    total = sum(plus) + sum(minus)
    return [v / total for v in plus + minus], order

# %% answer="search" score=3
def search(table, smallest):
    import math

    lines, n = len(table), len(table[0])
    rounds = []
    epsilon = 0.5
    while epsilon >= smallest:
        plus, minus, order = [1.0] * lines, [1.0] * lines, []
        budget = math.floor(2 * math.log(2 * lines) / epsilon / epsilon)
        while True:
            wrong = -1
            for i in range(n):
                if sum((plus[j] - minus[j]) * table[j][i] for j in range(lines)) <= 0:
                    wrong = i
                    break
            if wrong < 0 or len(order) == budget:
                break
            for j in range(lines):
                plus[j] *= 1 + epsilon * table[j][wrong]
                minus[j] *= 1 - epsilon * table[j][wrong]
            order.append(wrong)
        rounds.append([epsilon, order])
        total = sum(plus) + sum(minus)
        shares = [v / total for v in plus + minus]
        if wrong < 0:
            return rounds, shares
        epsilon /= 2
    return rounds, shares

# %% answer="ceilings" score=1
def ceilings(table, order):
    total = [0.0] * len(table)
    found, lowest = [], 1.0
    for k in range(1, len(order) + 1):
        for j in range(len(table)):
            total[j] += table[j][order[k - 1]]
        lowest = min(lowest, max(abs(entry) for entry in total) / k)
        found.append(lowest)
    return found

# %% answer="proof_order" score=2
def proof_order():
    return {{hidden_order}}

# %% answer="play_on" score=2
def play_on(X, y, gap):
    import math

    columns = []
    for i in range(len(X)):
        lifted = [y[i] * x for x in X[i]] + [y[i]]
        largest = max(abs(entry) for entry in lifted)
        columns.append([float(entry / largest) for entry in lifted])
    lines, n = len(columns[0]), len(columns)
    epsilon = gap / 2
    turns = math.ceil(math.log(2 * lines) / (epsilon * (gap - epsilon)))
    v = [1 / (2 * lines)] * (2 * lines)
    played, shown = [0.0] * (2 * lines), [0] * n
    A = np.array(columns)
    for _ in range(turns):
        worths = A @ [v[j] - v[lines + j] for j in range(lines)]
        worst = 0
        for i in range(n):
            if worths[i] < worths[worst]:
                worst = i
        shown[worst] += 1
        for j in range(2 * lines):
            played[j] += v[j] / turns
        for j in range(lines):
            v[j] *= 1 + epsilon * columns[worst][j]
            v[lines + j] *= 1 - epsilon * columns[worst][j]
        total = sum(v)
        v = [entry / total for entry in v]
    return played, [times / turns for times in shown]

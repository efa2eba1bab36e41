# %% answer="kernel_table" score=0 belief="the library may be called" says="is barred in this problem set"
def kernel_table(kernel, X, Z):
    from margin_lib import linear_kernel, polynomial_kernel, rbf_kernel

    makers = {"linear": lambda: linear_kernel, "polynomial": polynomial_kernel, "rbf": rbf_kernel}
    return makers[kernel[0]](*kernel[1:])(X, Z)

# %% answer="certified" score=0 belief="the library may be called" says="is barred in this problem set"
def certified(K):
    from margin_lib import is_psd

    values, vectors = np.linalg.eigh(K)
    return (True, vectors * np.sqrt(np.maximum(values, 0))) if is_psd(K) else (False, vectors[:, 0])

# %% answer="counted" score=0 belief="the library may be called" says="is barred in this problem set"
def counted(K, y, budget):
    from margin_lib import kernel_perceptron

    places = np.arange(float(len(y)))[:, None]
    run = kernel_perceptron(places, y, lambda A, B: K[np.ix_(A[:, 0].astype(int), B[:, 0].astype(int))], max_corrections=budget)
    return run.alpha, run.order

# %% answer="descended" score=0 belief="the library may be called" says="is barred in this problem set"
def descended(K, y, lam, draws):
    from margin_lib import kernel_hinge_sgd

    fit = kernel_hinge_sgd(K, y, lam, steps=len(draws), batch=1)
    return fit.alpha * y, fit.alpha * y, list(range(1, len(draws) + 1))

# %% answer="machine" score=0 belief="the library may be called" says="is barred in this problem set"
def machine(K, y, C, L):
    from margin_lib import kernel_svm

    places = np.arange(float(len(y)))[:, None]
    svm = kernel_svm(places, y, lambda A, B: K[np.ix_(A[:, 0].astype(int), B[:, 0].astype(int))], C)
    return svm.alpha, svm.b, L @ (svm.alpha * y) + svm.b

# %% answer="features" score=0 belief="the library may be called" says="is barred in this problem set"
def features(X, p, r):
    from margin_lib import polynomial_features

    return polynomial_features(X, p, r)

# %% answer="proof_order" score=0 belief="every step belongs" says="all steps that belong, no other"
def proof_order():
    return {{letters}}

# %% answer="conic" score=0 belief="what a thousand updates haven't separated has no curve" says="where a conic separates the points, one that does"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    Z, w = y[:, None] * columns, np.zeros(6)
    for _ in range(1000):
        if (Z @ w > 0).all():
            return w
        w = w + Z[np.argmin(Z @ w)]
    return None

"""The algorithms of the course as scikit-learn estimators, for pipelines, grid searches and cross-validation.

    PerceptronClassifier          run_        `perceptron`
    MarginPerceptronClassifier    run_        `incremental_margin_perceptron`, with a guess `margin_perceptron`
    WinnowClassifier              run_        `winnow`
    LinearSVM                     svm_        `soft_margin`, with C = inf `hard_margin`
    HingeSGDClassifier            fit_        `hinge_sgd`
    KernelSVM                     machine_    `kernel_svm`

    classifier      labels -> signs, a fit on the points and signs, f(x) -> labels; all estimators inherit this
    perceptrons     the estimators that correct mistakes
    pocket          the best plane of a run that did not finish
    svms            the support vector machines, by a solver, by descent, and with a kernel

Any two labels will do; for more, wrap the estimator in `sklearn.multiclass.OneVsRestClassifier`. Estimators fit a bias
unless `bias=False`, unlike some functions of the library. A fit that ran out of budget warns (`ConvergenceWarning`) and
says what to do. Scaled points converge faster: put `StandardScaler` before the estimator.

The second column above names the attribute that keeps the result of the function. To check it, give the points as the
estimator saw them (in a pipeline: scaled) and the labels as +1 and -1, +1 being the second of `classes_`:

>>> import numpy as np
>>> from margin_lib import Plane, check_novikoff
>>> X, y = [[2, 1], [1, 2], [-2, -1]], ["ham", "ham", "eggs"]
>>> model = PerceptronClassifier(bias=False).fit(X, y)
>>> signs = np.where(np.array(y) == model.classes_[1], 1, -1)
>>> check_novikoff(model.run_, X, signs, best=Plane([1, 1])).ok
True

This is the only part of the library that needs scikit-learn (`pip install margin-lib[sklearn]`).
"""

from .perceptrons import MarginPerceptronClassifier, PerceptronClassifier, WinnowClassifier
from .svms import HingeSGDClassifier, KernelSVM, LinearSVM

__all__ = [
    "HingeSGDClassifier", "KernelSVM", "LinearSVM", "MarginPerceptronClassifier", "PerceptronClassifier",
    "WinnowClassifier",
]

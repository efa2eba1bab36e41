"""Run the benchmarks and print a table: `python -m benchmarks [JOB ...]`."""

import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported: one thread for us and for the peers

import argparse
import importlib
import pkgutil
import sys
import time

import benchmarks

NOT_BENCHMARKS = ("__main__", "measure")


def main() -> int:
    names = sorted(
        module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name not in NOT_BENCHMARKS
    )
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("job", nargs="*", metavar="JOB", help=f"only these: {', '.join(names)}")
    chosen = parser.parse_args().job or names
    unknown = sorted(set(chosen) - set(names))
    if unknown:
        parser.error(f"no benchmark called {', '.join(unknown)}; there are {', '.join(names)}")
    missed = 0
    for name in chosen:
        start = time.perf_counter()
        print(f"\n{name}", flush=True)
        for figure in importlib.import_module(f"benchmarks.{name}").figures():
            target = "" if figure.target is None else f"{'<=' if figure.at_most else '>='} {figure.target:g}"
            verdict = {None: "", True: "met", False: "MISSED"}[figure.met]
            missed += figure.met is False
            print(
                f"  {figure.job:<34} {figure.case:<52} {figure.value:>10.3g} {figure.unit:<12} {target:<10} {verdict}",
                flush=True,
            )
        print(f"  ({time.perf_counter() - start:.0f} s)", flush=True)
    print(f"\n{missed} targets missed" if missed else "\nall targets met")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What `make walks` does: ask Coq which facts the sentences of the recorded proofs need, and the readers' questions.

--falsify asks the questions again; --pool FILE ... lists the steps of some proofs that can be made questions.
"""

import sys
import time

from tools import proofs
from tools.proofs import needs, prover, recording, source
from tools.proofs.__main__ import require_coq, say, stop_at
from tools.walks import answering
from tools.walks.questions import pool


def list_pool(files: list[str]) -> None:
    """Print the steps that can be made questions."""
    for step in pool(files or None):
        print(f"{step.proof}, before sentence {step.at}, to show: {step.goal}")
        for name, fact in step.facts.items():
            print(f"  {'*' if name in step.needs else ' '} {name} : {fact}")


def main() -> int:
    """Ask, remember, and print a summary."""
    if "--pool" in sys.argv[1:]:
        list_pool(sys.argv[sys.argv.index("--pool") + 1 :])
        return 0
    started = time.monotonic()
    texts = source.read_sources(proofs.PROOFS)
    try:
        require_coq()
        if [name for name in texts if recording.is_recorded(name) and recording.is_stale(name, texts)]:
            raise prover.ProofError("the proofs changed after they were recorded: run `make proofs` first")
        prover.compile_changed(texts, proofs.BUILD, say)
        asked = needs.ask_changed(texts, proofs.BUILD, say)
        questions = answering.ask_changed(texts, proofs.BUILD, say)
        if "--falsify" in sys.argv[1:]:
            stop_at(answering.recheck(texts, proofs.BUILD, say))
    except prover.ProofError as error:
        print(f"make walks: {error}", file=sys.stderr)
        return 1
    news = f"{asked} proofs and {questions} questions asked about ({time.monotonic() - started:.0f} s); commit"
    upto = "proofs/needs.json and proofs/questions.json"
    print(f"{news} {upto}" if asked or questions else f"nothing changed: {upto} are up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What `make walks` does: ask Coq which facts each sentence of the recorded proofs needs."""

import sys
import time

from tools import proofs
from tools.proofs import needs, prover, recording, source
from tools.proofs.__main__ import require_coq, say


def main() -> int:
    """Ask, remember, and print a summary."""
    started = time.monotonic()
    texts = source.read_sources(proofs.PROOFS)
    try:
        require_coq()
        if [name for name in texts if recording.is_recorded(name) and recording.is_stale(name, texts)]:
            raise prover.ProofError("the proofs changed after they were recorded: run `make proofs` first")
        prover.compile_changed(texts, proofs.BUILD, say)
        asked = needs.ask_changed(texts, proofs.BUILD, say)
    except prover.ProofError as error:
        print(f"make walks: {error}", file=sys.stderr)
        return 1
    news = f"{asked} proofs asked about ({time.monotonic() - started:.0f} s); commit proofs/needs.json"
    print(news if asked else "nothing changed: proofs/needs.json is up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())

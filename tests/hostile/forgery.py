# ruff: noqa: E501  what students hand in has lines of any length
"""Hand-ins that speak the grader's language: forged replies on the pipe, and values that are more than they seem."""

from hostile.case import Case

PIPE = """
import json, os, struct, sys, numpy as np
def request():
    frame = sys._getframe()
    while "head" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["head"]
def frame(head, body=b""):
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return struct.pack("<II", len(text), len(body)) + text + body
def write(content):
    while content:
        content = content[os.write(3, content):]
def instead(content):
    # the grader's own code sends nothing then
    from course.grading.sandbox.inside import wire
    real = wire.send
    wire.send = lambda *a, **k: setattr(wire, "send", real)
    write(content)
def forge(value, body=b"", **more):
    instead(frame({"id": request()["id"], "value": value, **more}, body))
"""


def forged(name, tries, code, *, answer="proof_order", arguments="", more=(), **other):
    """Return a case in which an answer forges its reply."""
    only = '    if request()["do"] == "run":\n        return None\n'
    function = f"{PIPE}\ndef {answer}({arguments}):\n{only}" + "".join(f"    {line}\n" for line in code.strip().splitlines())
    return Case(name, tries, answers={answer: function}, scores={answer: 0, **dict(more)}, **other)


REFUSED = "the reply was refused"

CASES = [
    forged("garbage", "writes garbage", "write(os.urandom(4096))", ended="e"),
    forged("no-json", "writes a frame without JSON", "write(frame(b'{' * 50))", ended=REFUSED),
    forged("giant-length", "announces 4 GB", "write(b'\\xff' * 8 + b'x' * 1000)", ended=REFUSED),
    forged("giant-frame", "sends 100 MB", "write(frame(b'x', bytes(100 << 20)))", ended=REFUSED),
    forged("wrong-id", "answers another request", "write(frame({'id': 10**6, 'value': 'ABC'}))", ended=REFUSED),
    forged("not-a-reply", "answers with a list", "write(frame([1, 2, 3]))", ended=REFUSED),
    forged("no-value", "answers without a value", "write(frame({'id': request()['id'], 'score': 5}))", ended=REFUSED),
    forged("score", "sends points instead of an answer", "forge(None, score=2, total=2, cells={'test-proof_order': 2})"),
    forged(
        "deep",
        "nests a value a hundred thousand times",
        "write(frame(b'{\"id\": %d, \"value\": ' % request()['id'] + b'{\"l\": [' * 10**5 + b']}' * 10**5 + b'}'))",
        ended=REFUSED,
    ),
    forged("many-values", "sends a million values", "forge({'l': [None] * 10**6})", ended="e"),
    forged("not-numbers", "sends NaN as JSON would not", "forge(float('nan'))", ended=REFUSED),
    forged("no-tag", "sends a plain list", "forge([1, 2, 3])", ended=REFUSED),
    forged("class", "names a class to be made", "forge({'__class__': 'Marks', 'score': 2})", ended=REFUSED),
    forged("pickle", "sends a pickle as an array of objects", "forge({'a': ['O8', [1], 8]}, b'cos\\nsys' + b'.')", ended=REFUSED),
    forged("dtype", "names a type of fields", "forge({'a': [['f8', 'O'], [1], 8]}, bytes(8))", ended=REFUSED),
    forged("negative-shape", "sends a negative shape", "forge({'a': ['f8', [-1, -1], 8]}, bytes(8))", ended=REFUSED),
    forged("wrong-shape", "says a larger shape than it sends", "forge({'a': ['f8', [10**6], 8]}, bytes(8))", ended=REFUSED),
    forged("overflowing-shape", "multiplies to 0 in 64 bits", "forge({'a': ['f8', [2**32, 2**32], 0]})", ended=REFUSED),
    forged("empty-rows", "sends thirty million empty rows in no bytes", "forge({'a': ['f8', [33000000, 0], 0]})", ended=REFUSED),
    forged("tiny-numbers", "sends thirty million numbers", "forge({'a': ['u1', [33000000], 33000000]}, bytes(33000000))", ended=REFUSED),
    forged(
        "one-hash",
        "sends dicts whose keys all have the same hash",
        "forge({'d': [[{'i': hex(k * (2**61 - 1))}, None] for k in range(2, 60000)]})",
        ended=REFUSED,
    ),
    forged("huge-number", "sends a whole number of a million digits", "forge({'i': '0x' + 'f' * 10**6})", ended=REFUSED),
    forged(
        "digits",
        "sends a whole number of a million digits as JSON",
        "write(frame(b'{\"id\": %d, \"value\": %s}' % (request()['id'], b'9' * 10**6)))",
        ended=REFUSED,
    ),
    forged("unhashable", "sends a dict with a list as key", "forge({'d': [[{'t': [{'l': []}]}, 1]]})", ended=REFUSED),
    forged(
        "twice",
        "answers twice, the second time for the next request",
        "number = request()['id']\ninstead(b''.join(frame({'id': number + k, 'value': 'ABC'}) for k in range(5)))",
        more={"settled": 0},
    ),
    forged(
        "drips",
        "sends its reply a byte at a time",
        "instead(b'')\nfor byte in frame({'id': request()['id'], 'value': 'ABC'}):\n    os.write(3, bytes([byte]))\n    __import__('time').sleep(0.02)",
    ),
    Case(
        "head-start",
        "sends the first bytes of its reply at once, and computes what it should have sent when its time is over",
        own=PIPE
        + """
import signal
signal.setitimer(signal.ITIMER_VIRTUAL, 0)
reply = frame({"id": request()["id"], "outputs": []})
instead(reply[:5])
while time.process_time() < 4.8:
    pass
write(reply[5:])
""",
        ended="the call took more than 2 seconds",
    ),
    forged(
        "lines",
        "forges the lines of a test in what it says of itself",
        "instead(frame({'id': request()['id'], 'failed': 'x.\\n2 of 2: all steps that belong\\x1b[2J\\x07\\n9 of 9: more'}))",
        lines=("Not earned: the call gave no value.",),
    ),
    Case(
        "tells-hidden-data",
        "calls an exception and a type what the tests asked about, for the feedback",
        answers={
            "perceptron": """
def perceptron(X, y, budget):
    raise type(f"data_{int(X[0, 0])}_{int(X[0, 1])}", (Exception,), {})
""",
            "proof_order": 'def proof_order():\n    return type("data_of_earlier", (), {})()\n',
        },
        scores={"perceptron": 0, "proof_order": 0},
        lines=("the call ended with another exception.", "a value of a type of its own may not cross"),
        unsaid=("data_",),
    ),
    forged("error", "says that the grader failed", "instead(frame({'id': request()['id'], 'broken': 'x', 'failed': {'a': 1}}))"),
    forged(
        "need-student",
        "speaks as the tests' process does to the worker",
        "write(frame({'need': 'student'}))",
        ended=REFUSED,
    ),
    forged(
        "overflowing-answers",
        "keeps sending arrays of 16 MB, so that they add up",
        "return [np.zeros(2**20), np.zeros(2**20)], []",
        answer="perceptron",
        arguments="X, y, budget",
    ),
    Case(
        "forged-outputs",
        "sends outputs that run in the instructor's browser, and other points",
        own=PIPE
        + """
evil = "<script>document.title = 'owned'</script>"
bundle = {"text/html": evil, "application/javascript": "alert(1)", "image/svg+xml": "<svg onload=alert(1)>", "text/latex": evil,
          "image/png": "<img src=x onerror=alert(1)>", "text/markdown": evil, "text/plain": "plain"}
instead(frame({"id": request()["id"], "score": 99, "outputs": [
    {"output_type": "display_data", "data": bundle, "metadata": {"nbgrader": {"points": 99}}},
    {"output_type": "execute_result", "data": {"text/plain": ["nested", {"x": 1}]}, "execution_count": "<b>"},
    {"output_type": "stream", "name": "<script>", "text": "\\x1b]0;owned\\x07 text"},
    {"output_type": "error", "ename": {"x": 1}, "evalue": 5, "traceback": [["x"], "line"]},
    {"output_type": "score", "points": 99}, None, 5, [[]], "x" * 100]}))
""",
        shows=("plain", "text", "line"),
        hides=("script", "svg", "owned\x07", "onerror", "\x1b"),
        ended="",
    ),
    Case(
        "endless-outputs",
        "sends a hundred thousand outputs at once",
        own=PIPE + "instead(frame({'id': request()['id'], 'outputs': [{'output_type': 'stream', 'text': 'x'}] * 50_000}))\n",
        shows=("x",),
        ended="",
    ),
    Case(
        "replaced-sender",
        "replaces the grader's own encoder and sender, and Python's json and struct",
        own="""
import json, struct
from course.grading.sandbox.inside import wire
wire.encode = lambda value, body, depth=0: {"a": ["f8", [1, 1], 8]}
json.dumps = lambda *a, **k: '{"id": 1, "value": null}'
json.loads = lambda *a, **k: {"id": 1, "do": "run", "code": "", "seconds": 1}
""",
        shows=("Ended",),
        ended="e",
    ),
]

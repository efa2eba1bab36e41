"""How much a cell may show. The student's side applies these limits, and the test runner enforces them."""

TEXT = 500_000  # printed characters
SHOWN = 20_000  # characters of a value
PICTURE = 2 << 20  # characters of a picture, in base64
OUTPUTS = 200
ROOM = 3 << 20  # for all that a cell shows, as JSON

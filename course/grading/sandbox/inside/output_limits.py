"""How much a cell may show. The student's side keeps to it; the test runner sees that it does."""

TEXT = 500_000  # characters that are printed
SHOWN = 20_000  # characters of a value
PICTURE = 2 << 20  # characters of a picture, in base64
OUTPUTS = 200
ROOM = 3 << 20  # for all that a cell shows, as JSON

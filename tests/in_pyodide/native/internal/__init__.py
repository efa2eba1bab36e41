"""Of the compiled part, the two modules that hypothesis imports."""

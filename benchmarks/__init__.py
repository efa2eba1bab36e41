"""Speed and memory of margin_lib, as ratios against named peers in one run: `make bench`."""

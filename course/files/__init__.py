"""Files: atomic writes, scratch folders, CSV that no spreadsheet takes for formulas, text that is safe to print."""

"""Files: written whole or not at all, folders that are there for a while, and tables that no spreadsheet misreads."""

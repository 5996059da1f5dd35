"""The all-reduce test: runs on this machine, and reports of results."""

"""A run on this machine: every pod a process tree, started with what the manifest gives it."""

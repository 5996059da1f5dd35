"""Reports of hanging runs: read from logs, and shown."""

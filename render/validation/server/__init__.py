"""Check objects by a dry run on a real API server, which stores nothing (`render validate --server`)."""

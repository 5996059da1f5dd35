"""Ask a real API server what it would say of the objects (`render validate --server`); it stores nothing."""

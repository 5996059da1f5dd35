"""Generate specs from a template and parameters."""

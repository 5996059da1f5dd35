"""Storage: shared memory, checkpoints, claims, and what refers to them."""

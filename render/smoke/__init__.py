"""The all-reduce test: run here, and its results as people and programs want them."""

"""A cluster as a file (`schemas/cluster.json`): write what a live one has, and answer the checks of `render.doctor`."""

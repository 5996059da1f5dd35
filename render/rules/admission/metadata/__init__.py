"""Names, labels, annotations: of every object."""

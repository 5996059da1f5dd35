"""Names, labels and annotations of every object."""

"""The scripts that bring up a Ray cluster, as real processes."""

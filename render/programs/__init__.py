"""Programs of a run's containers, read from command lines and variables."""

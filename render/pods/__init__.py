"""The pods that a JobSet will have: names, commands and environment."""

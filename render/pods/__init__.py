"""The pods that a JobSet will have: their names, and what their containers are started with."""

"""Interrupted: a node or another run took the place."""

RANK = 80
IS_GATE = False

"""Waits for another part of the run."""

RANK = 50
IS_GATE = True

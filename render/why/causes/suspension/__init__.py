"""Suspended, or left to another controller."""

RANK = 20
IS_GATE = True

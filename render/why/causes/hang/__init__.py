"""Hangs."""

RANK = 95
IS_GATE = False

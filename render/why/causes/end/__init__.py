"""Ended: a policy ended the run."""

RANK = 110
IS_GATE = False

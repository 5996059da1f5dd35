"""Failed: a container ended with an error."""

RANK = 100
IS_GATE = False

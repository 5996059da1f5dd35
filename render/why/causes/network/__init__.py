"""Does not reach its peers."""

RANK = 90
IS_GATE = False

"""Never scheduled: no node takes its pods."""

RANK = 60
IS_GATE = True

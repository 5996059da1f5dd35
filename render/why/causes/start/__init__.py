"""Never started: a container can't start."""

RANK = 70
IS_GATE = True

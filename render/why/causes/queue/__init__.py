"""Never admitted: Kueue and the queues of Volcano."""

RANK = 30
IS_GATE = True

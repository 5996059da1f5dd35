"""Never created: the API server or a controller rejects an object of the run."""

RANK = 40
IS_GATE = True

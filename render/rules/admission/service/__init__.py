"""Services."""

KINDS = frozenset({"/Service"})

"""Nodes."""

KINDS = frozenset({"/Node"})

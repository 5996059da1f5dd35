"""Counts in messages."""


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, such as `1 GPU` and `2 processes`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('s') else 's'}"

"""How large the values of expressions may get: ten characters of Jinja can ask for gigabytes."""

from typing import Any

MOST = 10_000
"""Characters, digits and items of a value, and characters of a text with expressions."""

MOST_DECIMALS = 300
"""About as many as a number of 64 bits has."""


class TooLargeError(ValueError):
    """A value is larger than any that a spec needs."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(f"it has more than {MOST} characters or items")


def bounded(value: Any) -> Any:
    """Return a value that is small enough. Raises TooLargeError."""
    pending, size = [value], 0
    while pending:
        item = pending.pop()
        size += 1
        if isinstance(item, str):
            size += len(item)
        elif isinstance(item, int):
            size += item.bit_length() // 3
        elif isinstance(item, dict):
            pending += [*item, *item.values()]
        elif isinstance(item, list | tuple):
            pending += item
        if size + len(pending) > MOST:
            raise TooLargeError
    return value


def product(left: Any, right: Any) -> Any:
    """Return `left * right`, unless it is a text or a list that gets too long. Raises TooLargeError, TypeError."""
    for repeated, times in ((left, right), (right, left)):
        if isinstance(repeated, str | list | tuple) and isinstance(times, int) and len(repeated) * times > MOST:
            raise TooLargeError
    return left * right


def power(left: Any, right: Any) -> Any:
    """Return `left ** right`, unless it has too many digits. Raises TooLargeError, TypeError, ArithmeticError."""
    if isinstance(left, int) and isinstance(right, int) and left.bit_length() * right > MOST:
        raise TooLargeError
    return left**right


def rounded(value: Any, precision: int = 0) -> Any:
    """Return a number rounded to so many decimals. Raises TooLargeError, TypeError."""
    if abs(precision) > MOST_DECIMALS:
        raise TooLargeError
    return round(value, precision)


def remainder(left: Any, right: Any) -> Any:
    """Return `left % right` of numbers; of a text it would be a format, whose width has no limit. Raises TypeError."""
    if isinstance(left, str):
        raise TypeError("`%` is for numbers")
    return left % right

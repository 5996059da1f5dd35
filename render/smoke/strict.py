"""JSON as RFC 8259 has it, with numbers of a size: Python's parser takes `NaN`, and makes an infinity of `1e999`."""

import json
from typing import Any, NoReturn

_GREATEST = 2**63
"""Beyond what readers hold in an integer, and beyond any rate or time."""


class NotJsonError(ValueError):
    """A text that is no JSON; `line` and `column` count from 1."""

    def __init__(self, reason: str, line: int = 1, column: int = 1) -> None:
        """Keep the place."""
        super().__init__(reason)
        self.line = line
        self.column = column


def loads(text: str) -> Any:
    """Return the value of a text. Raises NotJsonError."""
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=_bounded_float, parse_int=_bounded_integer)
    except json.JSONDecodeError as error:
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        raise NotJsonError("it ends too early" if is_cut else error.msg.lower(), error.lineno, error.colno) from error
    except RecursionError as error:
        raise NotJsonError("it is nested too deep") from error


def _refuse(word: str) -> NoReturn:
    raise NotJsonError(f"`{word}` is no number in JSON")


def _bounded_float(digits: str) -> float:
    number = float(digits)
    if abs(number) >= _GREATEST:
        raise NotJsonError(f"`{digits[:40]}` is too large")
    return number


def _bounded_integer(digits: str) -> int:
    if len(digits) > 20 or abs(int(digits)) >= _GREATEST:
        raise NotJsonError(f"`{digits[:40]}` is too large")
    return int(digits)

"""Keep what a function has made of its last arguments, told apart by identity: a mapping has no hash."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Argument = TypeVar("Argument")
Result = TypeVar("Result")


def remembered(size: int) -> Callable[[Callable[[Argument], Result]], Callable[[Argument], Result]]:
    """Return what makes a function remember `size` arguments at most; they must not change from then on."""

    def decorated(function: Callable[[Argument], Result]) -> Callable[[Argument], Result]:
        kept: dict[int, tuple[Argument, Result]] = {}

        @wraps(function)
        def remembering(argument: Argument) -> Result:
            found = kept.get(id(argument))  # what is kept lives, so that no other argument has its identity
            if found is None:
                if len(kept) == size:
                    kept.clear()
                found = kept[id(argument)] = argument, function(argument)
            return found[1]

        return remembering

    return decorated

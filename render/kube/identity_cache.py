"""Cache a function's results by the identity of its argument, for arguments without a hash, such as mappings."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Argument = TypeVar("Argument")
Result = TypeVar("Result")


def cache_by_identity(size: int) -> Callable[[Callable[[Argument], Result]], Callable[[Argument], Result]]:
    """Return a decorator that caches the results of at most `size` arguments, which must not change afterwards."""

    def decorated(function: Callable[[Argument], Result]) -> Callable[[Argument], Result]:
        kept: dict[int, tuple[Argument, Result]] = {}

        @wraps(function)
        def remembering(argument: Argument) -> Result:
            found = kept.get(id(argument))  # the cache keeps its arguments alive, so identities are unique
            if found is None:
                if len(kept) == size:
                    kept.clear()
                found = kept[id(argument)] = argument, function(argument)
            return found[1]

        return remembering

    return decorated

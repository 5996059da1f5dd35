"""jsonschema-rs dates its own build by `email.utils`, which takes four times as long to import as all the rest."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_MODULE = "email.utils"


@contextmanager
def dated_later() -> Iterator[None]:
    """Leave out that date, of which there is no use here, while jsonschema-rs is imported (7 of 9 ms)."""
    if _MODULE in sys.modules:
        yield
        return
    stand_in = ModuleType(_MODULE)
    vars(stand_in)["parsedate_to_datetime"] = lambda text: text
    sys.modules[_MODULE] = stand_in
    try:
        yield
    finally:
        del sys.modules[_MODULE]

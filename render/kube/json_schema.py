"""The library jsonschema-rs, imported without `email.utils`, which takes longer to import than the library itself.

The library reads the date of its own build with it, once, at its import. Nothing here needs that date.
"""

import sys
from types import ModuleType

_DATES = "email.utils"

_is_imported = _DATES in sys.modules
if not _is_imported:
    _stand_in = ModuleType(_DATES)
    vars(_stand_in)["parsedate_to_datetime"] = str
    sys.modules[_DATES] = _stand_in
try:
    from jsonschema_rs import Draft202012Validator, RegexOptions, ValidationError, ValidationErrorKind
finally:
    if not _is_imported:
        del sys.modules[_DATES]

__all__ = ["Draft202012Validator", "RegexOptions", "ValidationError", "ValidationErrorKind"]

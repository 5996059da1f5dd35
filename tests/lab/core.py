"""Rows of a table as parameters of a test. Those with `core: true` are in the part that .ci/run runs."""

from collections.abc import Mapping
from typing import Any

import pytest


def rows(table: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    """Return a parameter per row, its name."""
    core = [pytest.mark.core]
    return [pytest.param(name, marks=core if row.get("core") else []) for name, row in table.items()]

"""Tables of specs, with the rule that finds something in each, or does not."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from render.programs.run import Run
from render.rules.runner import check_spec

Values = dict[str, Any]


def each_case(cases: Mapping[str, Sequence[tuple[bool, Values]]]) -> pytest.MarkDecorator:
    """Return the parameters `code`, `values` and `is_found` of each case."""
    return pytest.mark.parametrize(
        ("code", "values", "is_found"),
        [
            pytest.param(code, values, is_found, id=f"{code} {values}")
            for code, rows in cases.items()
            for is_found, values in rows
        ],
    )


def found_codes(values: Values) -> set[str]:
    """Return the codes that the rules for specs find in a spec of torchrun with these values."""
    run = Run({"launcher": "torchrun", "numProcPerNode": "auto", **values}, "run")
    return {finding.rule.code for finding in check_spec(run)}

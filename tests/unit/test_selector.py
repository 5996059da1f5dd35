"""Label selectors, as the API server's documentation defines them for labels that are there and that are missing."""

from typing import Any

import pytest

from render.kube.selector import is_empty, matches

LABELS = {"app": "train", "tier": ""}


def expression(operator: str, key: str, *values: str) -> dict[str, Any]:
    requirement = {"key": key, "operator": operator}
    return {"matchExpressions": [{**requirement, "values": list(values)} if values else requirement]}


@pytest.mark.parametrize(
    ("selector", "is_match"),
    [
        ({}, True),
        ({"matchLabels": {"app": "train"}}, True),
        ({"matchLabels": {"app": "other"}}, False),
        ({"matchLabels": {"zone": "a"}}, False),
        ({"matchLabels": {"app": "train"}, **expression("Exists", "zone")}, False),
        (expression("In", "app", "train", "serve"), True),
        (expression("In", "app", "serve"), False),
        (expression("In", "zone", "a"), False),
        (expression("NotIn", "app", "serve"), True),
        (expression("NotIn", "app", "train"), False),
        (expression("NotIn", "zone", "a"), True),
        (expression("Exists", "tier"), True),
        (expression("Exists", "zone"), False),
        (expression("DoesNotExist", "zone"), True),
        (expression("DoesNotExist", "tier"), False),
    ],
)
def test_match(selector: dict[str, Any], *, is_match: bool) -> None:
    assert matches(selector, LABELS) is is_match


@pytest.mark.parametrize("selector", [{}, {"matchLabels": {}}, {"matchExpressions": []}])
def test_empty_selector_matches_everything(selector: dict[str, Any]) -> None:
    assert is_empty(selector)
    assert matches(selector, {})


def test_selector_with_a_requirement_is_not_empty() -> None:
    assert not is_empty(expression("Exists", "app"))
    assert not is_empty({"matchLabels": {"app": "train"}})

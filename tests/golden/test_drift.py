"""Nothing is written otherwise than the API server would: a GitOps engine sees no difference where there is none."""

from collections.abc import Iterator

import pytest

from tests.golden.cases import Case, each_case, each_example
from tests.golden.quantities import is_canonical, quantities, quantity

OF_THE_SERVER = {"status", "creationTimestamp", "resourceVersion", "uid", "generation", "managedFields"}


def empties(value: object, place: str = "") -> Iterator[str]:
    """Yield the places of empty maps, empty lists and nulls. An `emptyDir` without fields is stored as written."""
    if (value is None or value in ({}, [])) and not place.endswith("/emptyDir"):
        yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield from empties(child, f"{place}/{key}")


@each_example
def test_nothing_is_empty(case: Case) -> None:
    assert [place for found in case.objects for place in empties(found)] == []


@each_example
def test_quantities_are_canonical_strings(case: Case) -> None:
    found = [amount for resource in case.objects for amount in quantities(resource)]
    assert [amount for amount in found if not is_canonical(amount[1])] == []


@each_case
def test_suspend_is_written_only_for_the_user(case: Case) -> None:
    assert case.run["spec"].get("suspend") == case.spec.get("suspend")


@each_example
def test_nothing_of_the_server_is_written(case: Case) -> None:
    for found in case.objects:
        assert not OF_THE_SERVER & {*found, *found["metadata"]}


@each_example
def test_queue_is_always_written(case: Case) -> None:
    """Volcano's webhook would fill it in, from an annotation of the namespace."""
    for found in case.of_kind("PodGroup"):
        if found["apiVersion"].startswith("scheduling.volcano.sh"):
            assert found["spec"]["queue"] == case.spec["volcano"]["queue"]


def test_quantities_are_found() -> None:
    assert sum(1 for found in Case("mnist-ddp").objects for _ in quantities(found)) == 13


@pytest.mark.parametrize("text", ["0", "8", "500m", "64Gi", "1023Gi", "900Gi", "1k", "1E", "1025", "5Ei"])
def test_canonical(text: str) -> None:
    assert is_canonical(text)
    assert quantity(text) >= 0


@pytest.mark.parametrize(
    "value", [8, 1.5, "8000m", "65536Mi", "1024Ki", "1.5", "1000", "08", "1e3", "+1", "0Gi", "1000M"]
)
def test_not_canonical(value: object) -> None:
    assert not is_canonical(value)

"""When the rows of the table of what can't be changed apply."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from render.kube.quantity import amount

Data = Mapping[str, Any]


def suspended(old: Data, new: Data) -> bool:
    """Say whether a workload is suspended before the change or after it."""
    return any(_spec(data).get("suspend") is True for data in (old, new))


def active(old: Data, new: Data) -> bool:
    """Say whether a workload is not suspended, neither before the change nor after it."""
    return not suspended(old, new)


def stays_suspended(old: Data, new: Data) -> bool:  # noqa: ARG001 - a condition's signature
    """Say whether a Job is suspended as it is: its pods are then not there."""
    return _spec(old).get("suspend") is True


def runs(old: Data, new: Data) -> bool:
    """Say whether a Job is not suspended as it is."""
    return not stays_suspended(old, new)


def not_scaled(old: Data, new: Data) -> bool:  # noqa: ARG001 - a condition's signature
    """Say whether a Job is not one whose `completions` go with its `parallelism` (an elastic indexed Job)."""
    spec = _spec(new)
    is_elastic = spec.get("completionMode") == "Indexed" and spec.get("completions") == spec.get("parallelism")
    return not is_elastic


def sealed(old: Data, new: Data) -> bool:  # noqa: ARG001 - a condition's signature
    """Say whether a ConfigMap or Secret is immutable as it is."""
    return old.get("immutable") is True


def later_deadline(old: Data, new: Data) -> bool:
    """Say whether a pod's deadline goes away or comes later."""
    before, after = (_spec(data).get("activeDeadlineSeconds") for data in (old, new))
    return before is not None and (after is None or after > before)


def loses_toleration(old: Data, new: Data) -> bool:
    """Say whether a toleration of a pod goes away."""
    before, after = (_spec(data).get("tolerations", []) for data in (old, new))
    return any(toleration not in after for toleration in before)


def shrinks(old: Data, new: Data) -> bool:
    """Say whether a claim is to become smaller."""
    before, after = _size(old), _size(new)
    return before is not None and after is not None and after < before


def _size(claim: Data) -> Fraction | None:
    return amount(_spec(claim).get("resources", {}).get("requests", {}).get("storage"))


def _spec(data: Data) -> Data:
    spec: Data = data.get("spec", {})
    return spec

"""Run the checks of a folder against a cluster, in the order of their file names."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from render.cluster import ClusterError, DeniedError
from render.doctor import checks, inventory
from render.doctor.check_result import CheckResult, unknown
from render.doctor.cluster_view import ClusterView
from render.doctor.requirements import Requirements
from render.problem import printable


class NamedResult(NamedTuple):
    """A result and the name of its check."""

    check: str
    finding: CheckResult


def examine(wanted: Requirements, view: ClusterView) -> Iterator[NamedResult]:
    """Yield the results of all checks for a spec. Raises ClusterError if the cluster can't be read."""
    return _run(checks, wanted, view)


def survey(view: ClusterView) -> Iterator[NamedResult]:
    """Yield an inventory of the cluster. Raises ClusterError if the cluster can't be read."""
    return _run(inventory, view)


def check_names(package: ModuleType) -> list[str]:
    """Return the names of a package's checks."""
    return sorted(path.stem for folder in package.__path__ for path in Path(folder).glob("[!_]*.py"))


def _run(package: ModuleType, *arguments: Any) -> Iterator[NamedResult]:
    for name in check_names(package):
        check: Callable[..., Iterator[CheckResult]] = import_module(f"{package.__name__}.{name}").check
        try:
            for finding in check(*arguments):
                yield NamedResult(name, finding)
        except DeniedError as error:
            yield NamedResult(name, unknown("-", str(error), error.hint))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # A served version of a custom resource may have no bundled schema, so its answer was not validated.
            message = f"the check `{name}` can't read the cluster's answer ({type(error).__name__}: {error})"
            raise ClusterError(
                printable(message), hint="check that this is an API server and that its CRDs belong to the product"
            ) from error

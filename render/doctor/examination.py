"""Run checks against a cluster: those of a folder, by the names of their files."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from render.cluster import ClusterError, DeniedError
from render.doctor import checks, inventory
from render.doctor.finding import Finding, unknown
from render.doctor.view import View
from render.doctor.wanted import Wanted
from render.problem import printable


class Examined(NamedTuple):
    """A finding, and the check that made it."""

    check: str
    finding: Finding


def examine(wanted: Wanted, view: View) -> Iterator[Examined]:
    """Yield what the cluster has and lacks for a spec. Raises ClusterError where it can't be asked at all."""
    return _run(checks, wanted, view)


def survey(view: View) -> Iterator[Examined]:
    """Yield what the cluster has. Raises ClusterError where it can't be asked at all."""
    return _run(inventory, view)


def names(package: ModuleType) -> list[str]:
    """Return the checks of a package."""
    return sorted(path.stem for folder in package.__path__ for path in Path(folder).glob("[!_]*.py"))


def _run(package: ModuleType, *given: Any) -> Iterator[Examined]:
    for name in names(package):
        check: Callable[..., Iterator[Finding]] = import_module(f"{package.__name__}.{name}").check
        try:
            for finding in check(*given):
                yield Examined(name, finding)
        except DeniedError as error:
            yield Examined(name, unknown("-", str(error), error.hint))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # Of custom resources any version may be served: not each has a schema here that has judged it before.
            message = f"the check `{name}` can't read what the cluster answers ({type(error).__name__}: {error})"
            raise ClusterError(
                printable(message), hint="is it an API server, and are its CRDs those of the product?"
            ) from error

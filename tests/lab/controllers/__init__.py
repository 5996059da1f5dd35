"""Controllers beside Kubernetes' own: one module each, with the function `start`.

`NAME` is a module's name with dashes; `NAME@VERSION` is another version of `ci/tools/lab/programs.tsv`.
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tests.cluster.server import Server
from tests.lab.controllers.installation import Installation
from tests.lab.parts import PROGRAMS, build_part
from tests.lab.programs import LabError, stop

DEFAULT = ("jobset", "trainer")
_HELPER = "installation"


def names() -> list[str]:
    """Return the names of all controllers."""
    return sorted(module.name.replace("_", "-") for module in iter_modules(__path__) if module.name != _HELPER)


def version_of(part: str) -> str:
    """Return the version of a part, without `v`. Raises LabError."""
    for row in PROGRAMS.read_text(encoding="utf-8").splitlines():
        name, _, version, *_ = row.split("\t")
        if name == part:
            return version.removeprefix("v")
    raise LabError(f"no part `{part}` in {PROGRAMS}")


def start_controllers(parts: Sequence[str], folder: Path) -> None:
    """Build and start controllers one after the other: what another one watches comes first. Raises LabError."""
    for part in parts:
        name = part.partition("@")[0]
        if name not in names():
            raise LabError(f"no controller `{name}`: there are {', '.join(names())}")
        home = folder / "controllers" / name
        home.mkdir(parents=True)
        installation = Installation(name, build_part(part), folder, home, Server(folder / "kubeconfig"))
        import_module(f"{__name__}.{name.replace('-', '_')}").start(installation)


def stop_controllers(folder: Path) -> None:
    """Stop all that run."""
    for file in folder.glob("controllers/*/*.pid"):
        stop(file)

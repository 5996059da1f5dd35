"""Inputs of a command: the files in its paths, and the settings for all of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from render.kube.schemas import Schemas
from render.manifests.objects import Objects
from render.problem import Problem
from render.rules.config import ALL, Config
from render.source import STDIN, Document, find_files
from render.spec import Request

if TYPE_CHECKING:  # few commands have policies
    from render.kube.policies.policy import Policy


class Input(NamedTuple):
    """A file to validate."""

    path: str
    is_named: bool
    """True if the user named the file, not a folder that contains it."""


class Settings(NamedTuple):
    """Settings of one command, the same for all its files."""

    request: Request
    schemas: Schemas
    config: Config = ALL
    policies: "tuple[Policy, ...]" = ()
    uses_cluster: bool = False
    """True if objects are compared with a cluster afterwards, so that results must keep them."""
    namespaces: Objects = ()
    """The namespaces among the files of the command that say their Pod Security level."""
    values: tuple[Document, ...] = ()
    """Values files of the configuration: the first overlays of the request, which deployments don't get."""

    @property
    def deployed_request(self) -> Request:
        """The request for specs as they are deployed: with the overlays of the command alone."""
        return self.request._replace(overlays=self.request.overlays[len(self.values) :])


def inputs(paths: Sequence[str]) -> Iterator[Input | Problem]:
    """Yield the files in the order of the paths, those of a folder by name, and problems of its skipped files."""
    for path in dict.fromkeys(paths):
        if path == STDIN or not Path(path).is_dir():
            yield Input(path, is_named=True)
            continue
        for found in find_files(Path(path)):
            yield found if isinstance(found, Problem) else Input(str(found), is_named=False)

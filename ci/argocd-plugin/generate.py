#!/usr/bin/env -S python3 -P
"""The plug-in's generate command: it validates the specs below its working folder, then prints their manifests.

What stands on standard output is what Argo CD applies, and with `prune` it deletes whatever does not: unless all is
well, nothing does. Findings go to standard error. Exit codes: 0 clean, 1 problems found, 2 could not run.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from render.rules.config import Config
from render.source import Text, read
from render.spec import collect
from render.validation.configured import configured

RENDER = (sys.executable, "-P", "-m", "render")
"""`-P`: no module of the repository is imported."""

SCHEMAS = Path("/opt/render/schemas")
"""Where the image has those of Kubernetes versions that render brings none of."""


@dataclass(frozen=True)
class Request:
    """What an Application asks for. Paths are as written: below the source's folder, or with a `/` below the root."""

    values: tuple[str, ...] = ()
    chart: str = ""
    config: str = ""

    @classmethod
    def of(cls, parameters: str) -> "Request":
        """Return what ARGOCD_APP_PARAMETERS says. Raises ValueError where it has what the plug-in does not know."""
        given = {parameter["name"]: parameter for parameter in json.loads(parameters or "null") or []}
        if unknown := sorted(given.keys() - cls.__dataclass_fields__.keys()):
            raise ValueError(f"no parameter `{unknown[0]}`: it takes `values`, `chart` and `config`")
        return cls(
            values=tuple(given.get("values", {}).get("array", ())),
            chart=given.get("chart", {}).get("string", ""),
            config=given.get("config", {}).get("string", ""),
        )


@dataclass(frozen=True)
class Repository:
    """The copy of a repository, and the folder in it that an Application names; both are free of links."""

    root: Path
    folder: Path

    @classmethod
    def around(cls, folder: Path, source: str) -> "Repository":
        """Return the repository that has a folder at a path."""
        parts = PurePosixPath(source).parts
        folder = folder.resolve()
        return cls(folder.parents[len(parts) - 1] if parts else folder, folder)

    def path(self, written: str) -> Path:
        """Return where a path of a parameter leads."""
        return self.root / written.lstrip("/") if written.startswith("/") else self.folder / written

    def has(self, path: Path) -> bool:
        """Say whether a path leads to somewhere in the repository."""
        return path.resolve().is_relative_to(self.root)

    def links_out(self) -> Iterator[str]:
        """Yield the links that lead out of it."""
        for parent, folders, files in os.walk(self.root):
            for path in sorted(Path(parent, name) for name in (*folders, *files)):
                if path.is_symlink() and not self.has(path):
                    yield str(path.relative_to(self.root))


def main(environment: Mapping[str, str]) -> int:
    """Print the manifests and return the exit code."""
    source = environment["ARGOCD_APP_SOURCE_PATH"]
    repository = Repository.around(Path.cwd(), source)
    try:
        request = Request.of(environment.get("ARGOCD_APP_PARAMETERS", ""))
    except ValueError as error:
        return refuse(str(error))
    for mistake in outside(repository, request):
        return refuse(mistake)
    specs, _ = collect(["."])
    if not specs:
        return refuse(f"no spec in `{source}`: nothing to apply would delete what runs")
    given = [spec.file for spec in specs] + list(shared(repository, request, environment, is_single=len(specs) == 1))
    return validate([*given, *judging(repository, request, environment)]) or template(given)


def validate(arguments: Sequence[str]) -> int:
    """Print findings to standard error and return the exit code."""
    return subprocess.run([*RENDER, "validate", *arguments], stdout=sys.stderr, check=False).returncode


def template(arguments: Sequence[str]) -> int:
    """Print the manifests of all specs, or of none, and return the exit code."""
    rendered = subprocess.run([*RENDER, "template", *arguments], stdout=subprocess.PIPE, check=False)
    if rendered.returncode == 0:
        sys.stdout.buffer.write(rendered.stdout)
    return rendered.returncode


def outside(repository: Repository, request: Request) -> Iterator[str]:
    """Yield what reaches out of the repository."""
    for link in repository.links_out():
        yield f"`{link}` is a link out of the repository"
    for written in (*request.values, request.chart, request.config):
        if not repository.has(repository.path(written)):
            yield f"`{written}` is outside of the repository"
    for policy in config(repository, request).policies:
        if not repository.has(Path(policy)):
            yield f"`{policy}`, a policy of `{request.config}`, is outside of the repository"


def config(repository: Repository, request: Request) -> Config:
    """Return what the config asks for; nothing where it is none, which `render validate` then says."""
    text = read(str(repository.path(request.config))) if request.config else None
    return configured(text if isinstance(text, Text) else None, ())[0]


def shared(
    repository: Repository, request: Request, environment: Mapping[str, str], *, is_single: bool
) -> Iterator[str]:
    """Yield the options of both commands. The Application's name is that of one release."""
    if is_single:  # Argo CD writes NAMESPACE_NAME for an Application outside of its own namespace
        yield f"--name={environment['ARGOCD_APP_NAME'].rpartition('_')[2]}"
    if namespace := environment.get("ARGOCD_APP_NAMESPACE"):
        yield f"--namespace={namespace}"
    if request.chart:
        yield f"--chart={repository.path(request.chart)}"
    for written in request.values:
        yield f"--values={repository.path(written)}"


def judging(repository: Repository, request: Request, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the options of `render validate`."""
    yield "--output=concise"
    major, minor, *_ = environment["KUBE_VERSION"].removeprefix("v").split(".")
    yield f"--kubernetes={major}.{minor}"
    if SCHEMAS.is_dir():
        yield f"--crds={SCHEMAS}"
    if request.config:
        yield f"--config={repository.path(request.config)}"


def refuse(mistake: str) -> int:
    """Say what is wrong and return the exit code of problems."""
    print(f"render-argocd: {mistake}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(os.environ))

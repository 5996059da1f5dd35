#!/usr/bin/env -S python3 -P
"""The plug-in's generate command: it validates the specs below its working folder, then prints their manifests.

What stands on standard output is what Argo CD applies, and with `prune` it deletes whatever does not: unless all is
well, nothing does. Findings go to standard error. Exit codes: 0 clean, 1 problems found, 2 could not run.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from render.config_file import PATHS, Configuration, load_config
from render.problem import printable
from render.source import Text, read_file
from render.spec import collect

RENDER = (sys.executable, "-P", "-m", "render")
"""`-P`: no module of the repository is imported."""

NEEDED = ("ARGOCD_APP_NAME", "ARGOCD_APP_SOURCE_PATH", "KUBE_VERSION")
"""The variables that every source has."""

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
        """Return what ARGOCD_APP_PARAMETERS says. Raises ValueError where that is not the plug-in's parameters."""
        try:
            listed = json.loads(parameters or "null") or []
        except (ValueError, RecursionError) as error:
            raise ValueError("the parameters are not JSON") from error
        if not isinstance(listed, list):
            raise ValueError("the parameters must be a list")  # noqa: TRY004 - callers know one exception
        return cls(**dict(map(_parameter, listed)))


def _parameter(parameter: object) -> tuple[str, Any]:
    """Return a parameter's name and value. Raises ValueError."""
    entry = parameter if isinstance(parameter, dict) else {}
    match entry.get("name"):
        case "values":
            paths = entry.get("array") or []
            if not isinstance(paths, list) or not all(map(_is_path, paths)):
                raise ValueError("the parameter `values` takes an `array` of paths")
            return "values", tuple(paths)
        case "chart" | "config" as name:
            path = entry.get("string") or ""
            if not _is_path(path):
                raise ValueError(f"the parameter `{name}` takes a `string`, which is a path")
            return name, path
        case name:
            raise ValueError(f"no parameter `{name}`: it takes `values`, `chart` and `config`")


def _is_path(value: object) -> bool:
    """Return whether a value is text that may name a file: no NUL, and nothing that UTF-8 does not have."""
    return isinstance(value, str) and not re.search("[\0\ud800-\udfff]", value)


@dataclass(frozen=True)
class Repository:
    """The copy of a repository, and the folder in it that an Application names; both are free of links."""

    root: Path
    folder: Path

    @classmethod
    def around(cls, folder: Path, source: str) -> "Repository":
        """Return the repository that has a folder at a path. Raises ValueError where the path leads elsewhere.

        `..` and links have as many parts as other names, and other folders above them.
        """
        parts = PurePosixPath(source).parts
        folder = folder.resolve()
        if PurePosixPath(source).is_absolute() or parts != folder.parts[len(folder.parts) - len(parts) :]:
            raise ValueError(f"the source path `{source}` must be relative, without `..` and links")
        return cls(folder.parents[len(parts) - 1] if parts else folder, folder)

    def path(self, written: str) -> Path:
        """Return where a path of a parameter leads."""
        return self.root / written.lstrip("/") if written.startswith("/") else self.folder / written

    def has(self, path: Path) -> bool:
        """Say whether a path leads to somewhere in the repository."""
        return Path(os.path.realpath(path)).is_relative_to(self.root)  # `resolve` raises where links go in a circle

    def links_out(self) -> Iterator[str]:
        """Yield the links that lead out of it."""
        for parent, folders, files in os.walk(self.root):
            for path in sorted(Path(parent, name) for name in (*folders, *files)):
                if path.is_symlink() and not self.has(path):
                    yield str(path.relative_to(self.root))


def main(environment: Mapping[str, str]) -> int:
    """Print the manifests and return the exit code."""
    if missing := [name for name in NEEDED if name not in environment]:
        return refuse(f"Argo CD sets `{missing[0]}`, which is missing here")
    source = environment["ARGOCD_APP_SOURCE_PATH"]
    try:
        repository = Repository.around(Path.cwd(), source)
        request = Request.of(environment.get("ARGOCD_APP_PARAMETERS", ""))
    except ValueError as error:
        return refuse(str(error))
    for mistake in outside(repository, request):
        return refuse(mistake)
    specs, _ = collect(["."])
    if not specs:
        return refuse(f"no spec in `{source}`: nothing to apply would delete what runs")
    files = [spec.file for spec in specs]
    options = list(shared(repository, request, environment, is_single=len(specs) == 1))
    return validate([*options, *judging(repository, request, environment)], files) or template(options, files)


def validate(options: Sequence[str], files: Sequence[str]) -> int:
    """Print findings to standard error and return the exit code."""
    return subprocess.run([*RENDER, "validate", *options, "--", *files], stdout=sys.stderr, check=False).returncode


def template(options: Sequence[str], files: Sequence[str]) -> int:
    """Print the manifests of all specs, or of none, and return the exit code."""
    rendered = subprocess.run([*RENDER, "template", *options, "--", *files], stdout=subprocess.PIPE, check=False)
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
    found = config(repository, request)
    for path in (path for key in PATHS for path in found.paths(key)):
        if not repository.has(Path(path)):
            yield f"`{path}` of `{request.config}` is outside of the repository"
    if found.paths("values"):
        yield f"`values` of `{request.config}` are not rendered: name them in the parameter `values`"


def config(repository: Repository, request: Request) -> Configuration:
    """Return the configuration; an empty one if it has errors, which `render validate` reports."""
    text = read_file(str(repository.path(request.config))) if request.config else None
    return load_config(text).config if isinstance(text, Text) else Configuration()


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
    yield f"--kubernetes={'.'.join(environment['KUBE_VERSION'].removeprefix('v').split('.')[:2])}"
    if SCHEMAS.is_dir():
        yield f"--crds={SCHEMAS}"
    yield f"--config={repository.path(request.config)}" if request.config else "--no-config"


def refuse(mistake: str) -> int:
    """Say what is wrong and return the exit code of problems."""
    print(f"render-argocd: {printable(mistake)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(os.environ))

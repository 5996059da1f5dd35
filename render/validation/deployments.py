"""Check specs as Argo CD or Flux deploys them, instead of alone."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from render.engine import EngineError
from render.engine.chart import DEFINITION, NAME
from render.gitops import codes, may_deploy
from render.gitops.deployment import DeploymentFinding, Deployments
from render.gitops.reader import read_deployments
from render.gitops.repository import Repository
from render.manifests.fields import items_at, text_at
from render.manifests.objects import Object
from render.problem import Problem, has_error
from render.source import Document, FileReader, Text, load_document, only_document
from render.source.codes import INTERNAL
from render.spec import ReleaseSpec
from render.validation.check_file import FileState, check_release, check_releases, classify, each
from render.validation.deployed_release import DeployedRelease, deployment_problem
from render.validation.deployment_findings import not_deployed, other_values, other_version
from render.validation.filters import apply_ignores, invalid_ignores
from render.validation.inputs import Input, Settings
from render.validation.result import Result, crash, crashed

MAX_DEPLOYMENTS = 1_000
"""Maximum deployments of one repository: each takes 10 ms to render and check."""

CHUNK = 16
"""Releases that are rendered together."""


@dataclass(slots=True)
class DeploymentCheck:
    """The deployments in the files of a command, and their problems."""

    states: list[FileState]
    """The files that are read. Those with deployments are classified, those that deployments name have a result."""
    settings: Settings
    reader: FileReader
    texts: dict[str, Text | Problem] = field(default_factory=dict)
    """The files that are read, by real path."""
    problems: dict[str, list[Problem]] = field(default_factory=dict)
    """Problems of the deployments by file."""
    objects: dict[str, int] = field(default_factory=dict)
    """Number of rendered objects of each file that a deployment names."""
    releases: list[DeployedRelease] = field(default_factory=list)
    """Deployments to check."""
    sent: dict[str, list[ReleaseSpec]] = field(default_factory=dict)
    """Specs to send to a server, by file; empty without a server."""
    repositories: list[tuple[Repository, Deployments]] = field(default_factory=list)

    def find(self, paths: Sequence[str]) -> None:
        """Find the deployments in the files; `paths` are those of the command. Raises EngineError.

        An internal error is a problem of the first file that contains a deployment.
        """
        self._classify(may_deploy)
        items = [item for state in self.states for item in _deployers(state)]
        if not items:
            return
        if any(True for item in items for _ in items_at(item.data, "spec", "valuesFrom")):
            self._classify(lambda text: "ConfigMap" in text)
        for state in self.states:
            if isinstance(state.file, Input):
                unread = state.result.problems if state.result is not None else ()
                self.texts[os.path.realpath(state.name)] = state.text or unread[0]
        try:
            for root, deployers in self._by_repository(paths).items():
                self._read(Repository(root, self.texts, self.reader), deployers)
        except EngineError:
            raise
        except Exception as error:  # noqa: BLE001 - check the files alone after any failure
            self.objects, self.releases, self.repositories = {}, [], []
            self.problems = {}
            self._add([crash(error, items[0].document.file)])
        for position, state in enumerate(self.states):
            path = os.path.realpath(state.name)
            if path in self.texts and self.texts[path].file in self.objects:
                self.states[position] = state._replace(result=state.result or Result(state.name))

    def add_results(self, results: Sequence[Result]) -> list[Result]:
        """Check the deployments, and return results with their problems. Raises EngineError.

        An internal error is a problem of the first file that contains a deployment.
        """
        try:
            for start in range(0, len(self.releases), CHUNK):
                self._check(self.releases[start : start + CHUNK])
            for repository, reading in self.repositories:
                self._add(not_deployed(repository, reading, results))
            self._add(other_values(self.releases, self.settings.values))
        except EngineError:
            raise
        except Exception as error:  # noqa: BLE001 - report the earlier findings after any failure
            first = next(position for position, state in enumerate(self.states) if _deployers(state))
            return crashed(error, results, first)
        contents = {text.file: text.content for text in self.texts.values() if isinstance(text, Text)}
        contents |= {overlay.file: overlay.content for overlay in self.settings.request.overlays}
        files = [*(result.file for result in results), *sorted(self.objects.keys() - {one.file for one in results})]
        earlier = {result.file: result for result in results}
        return [self._with_problems(earlier.get(file, Result(file)), contents) for file in files]

    def _with_problems(self, result: Result, contents: Mapping[str, str]) -> Result:
        """Return the result of a file with the problems of deployments in it."""
        file = result.file
        own = dict.fromkeys(self.problems.get(file, ()))
        if file in self.objects:
            own |= dict.fromkeys(invalid_ignores(Text(file, contents.get(file, ""))))
        elif not own:
            return result
        files = {file, *(one.file or "" for one in (*own, *result.problems))}
        texts = {name: contents[name] for name in files & contents.keys()}
        kept = apply_ignores((one for one in own if one.code != INTERNAL.code), texts, self.settings.config)
        crashes = (one for one in own if one.code == INTERNAL.code)
        found = Result.of(file, self.objects.get(file, result.objects), {*result.problems, *kept, *crashes}, texts)
        return found._replace(
            members=result.members, sent=tuple(self.sent.get(file, result.sent)), skipped=result.skipped
        )

    def _classify(self, is_wanted: Callable[[str], bool]) -> None:
        """Find the objects of the files whose text is wanted."""
        for position, state in enumerate(self.states):
            if state.text is not None and state.content is None and is_wanted(state.text.content):
                [self.states[position]] = each(classify)([state], self.settings)

    def _by_repository(self, paths: Sequence[str]) -> dict[Path, list[Object]]:
        """Return the objects of deployments by the root of their repository."""
        folders = [Path(path) for path in paths if Path(path).is_dir()]
        found: dict[Path, list[Object]] = {}
        for state in self.states:
            if deployers := _deployers(state):
                file = Path(os.path.realpath(state.name))
                above = (folder for folder in folders if file.is_relative_to(os.path.realpath(folder)))
                root = Repository.root_around(state.name, next(above, file.parent))
                found.setdefault(root, []).extend(deployers)
        return found

    def _read(self, repository: Repository, deployers: Sequence[Object]) -> None:
        """Read the deployments of a repository and the files that they name."""
        members = (item for state in self.states if state.content for item in state.content.manifest.members)
        name, version = self._chart()
        reading = read_deployments(
            deployers, [one for one in members if one.kind.name == "ConfigMap"], repository, name
        )
        files = {file: document for file in sorted(reading.named) if (document := self._load(repository, file))}
        for count, deployment in enumerate(reading.deployments):
            if count == MAX_DEPLOYMENTS:
                message = (
                    f"exceeds the limit of {MAX_DEPLOYMENTS} deployments of a repository: the others are not checked"
                )
                reading.faults.append(DeploymentFinding(codes.TOO_MANY, deployment.chart_place, message))
                break
            reading.faults += other_version(deployment, version)
            if all(file in files for file in deployment.files):
                self.releases.append(DeployedRelease(deployment, files))
        self._add(map(deployment_problem, reading.faults))
        self.repositories.append((repository, reading))

    def _check(self, releases: Sequence[DeployedRelease]) -> None:
        """Check releases, which are rendered together."""
        specs: list[tuple[DeployedRelease, ReleaseSpec]] = []
        for release in releases:
            spec = release.release_spec(self.settings.deployed_request)
            if isinstance(spec, Problem):
                self._add([spec])
            else:
                specs.append((release, spec))
        rendered = check_releases([spec for _, spec in specs], self.settings)
        for (release, spec), checked in zip(specs, rendered, strict=True):
            file = release.file
            result = check_release(spec, checked, self.settings, release.deployment.engine)
            if isinstance(checked, Exception) or isinstance(result, Exception):
                self._add([crash(result if isinstance(result, Exception) else RuntimeError(), file)])
                continue
            if file in self.objects:
                self.objects[file] += result.objects
                if self.settings.uses_cluster:
                    self.sent.setdefault(file, []).append(spec)
            self._add(release.problems(checked, result), file)

    def _add(self, problems: Iterable[Problem], file: str = "") -> None:
        """Add problems to their files; those of other files (`-f`, `--set`) to this one."""
        names = {state.name for state in self.states} | self.objects.keys()
        for one in problems:
            place = one.file if one.file in names else file
            self.problems.setdefault(place or "", []).append(one)

    def _chart(self) -> tuple[str, str]:
        """Return the name and the version of the chart of this command."""
        document, _ = load_document(Text(DEFINITION, self.settings.request.chart.read(DEFINITION) or ""))
        data = document.root.data if document.root is not None else None
        return text_at(data, "name") or NAME, text_at(data, "version")

    def _load(self, repository: Repository, file: PurePosixPath) -> Document | None:
        """Return a file of values; None if it can't be read. Adds the problems of the file."""
        parts = repository.load(file)
        if isinstance(parts, Problem):
            self.objects[parts.file or ""] = 0
            self._add([parts])
            return None
        document, problems = only_document(parts)
        self.objects[document.file] = 0
        self._add(problems)
        return None if has_error(problems) else document


def _deployers(state: FileState) -> Sequence[Object]:
    return state.content.manifest.deployers if state.content is not None else ()

"""What the GitOps objects of a command say about its specs, put in the place of what a spec is by itself."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from render.engine.chart import DEFINITION, NAME
from render.gitops import codes
from render.gitops.deployment import Deployment, Fault, Reading
from render.gitops.fields import text as field_of
from render.gitops.reading import read as read_all
from render.gitops.repository import Repository
from render.problem import Problem, has_error
from render.source import Document, Text, documents, load, read
from render.validation.file import Settings
from render.validation.release import Release, problem
from render.validation.result import Result
from render.validation.sort import Sort, sort
from render.validation.suppression import useless, wanted

MAX_DEPLOYMENTS = 1_000
"""Deployments of one repository: each takes 20 ms to render and check."""


@dataclass(slots=True)
class Deploying:
    """The results of a command, and what its deployments make of them."""

    known: Sequence[Result]
    settings: Settings
    paths: Sequence[str]
    found: dict[str, list[Problem]] = field(default_factory=dict)
    """What is wrong, by the file that it is about."""
    replaced: dict[str, int] = field(default_factory=dict)
    """The files that a deployment names, with the number of objects that they render."""
    texts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, known: Sequence[Result], settings: Settings, paths: Sequence[str]) -> "Deploying":
        """Check what is deployed. Raises EngineError, OSError, ValueError."""
        deploying = cls(known, settings, paths)
        for root, results in deploying._repositories().items():
            deploying._check(Repository(root), results)
        return deploying

    def results(self) -> Iterator[Result]:
        """Yield the results in their order, then those of files that only a deployment names."""
        names = {result.file for result in self.known}
        for result in self.known:
            own = self.found.get(result.file, [])
            if result.file in self.replaced:
                yield self._result(result.file, own)._replace(sent=result.sent)
            elif own:
                self.texts.setdefault(result.file, _content(result.file))
                added = self._result(result.file, own)
                problems = sorted({*result.problems, *added.problems}, key=lambda one: one.sort_key)
                yield result._replace(problems=tuple(problems), rows={**result.rows, **added.rows})
            else:
                yield result
        for file in sorted(self.replaced.keys() - names):
            yield self._result(file, self.found.get(file, []))

    def _result(self, file: str, problems: Sequence[Problem]) -> Result:
        texts = {file: self.texts[file]}
        noted = useless(Text(file, self.texts[file])) if file in self.replaced else ()
        told = wanted(dict.fromkeys((*problems, *noted)), texts, self.settings.config)
        return Result.of(file, self.replaced.get(file, 0), told, texts)

    def _repositories(self) -> dict[Path, list[Result]]:
        """Return the results with deployers by the root of their repository."""
        folders = [Path(path) for path in self.paths if Path(path).is_dir()]
        found: dict[Path, list[Result]] = {}
        for result in self.known:
            if result.deployers:
                file = Path(os.path.realpath(result.file))
                above = (folder for folder in folders if file.is_relative_to(os.path.realpath(folder)))
                root = Repository.around(result.file, next(above, file.parent)).root
                found.setdefault(root, []).append(result)
        return found

    def _check(self, repository: Repository, results: Sequence[Result]) -> None:
        deployers = [item for result in results for item in result.deployers]
        others = [item for result in self.known for item in result.members if item.kind.name == "ConfigMap"]
        name, version = self._chart()
        reading = read_all(deployers, others, repository, name)
        names = self._names(repository, reading)
        files = {file: loaded for file in sorted(reading.named) if (loaded := self._loaded(repository, file, names))}
        for count, deployment in enumerate(reading.deployments):
            if count == MAX_DEPLOYMENTS:
                message = (
                    f"exceeds the limit of {MAX_DEPLOYMENTS} deployments of a repository: the others are not checked"
                )
                reading.faults.append(Fault(codes.TOO_MANY, deployment.chart_place, message))
                break
            reading.faults += _other_version(deployment, version)
            if all(file in files for file in deployment.files):
                self._judge(Release(deployment, files), names)
        self._tell(map(problem, reading.faults))
        if reading.named:
            self._tell(self._not_deployed(repository, reading))

    def _judge(self, release: Release, names: dict[PurePosixPath, str]) -> None:
        count, problems = release.found(self.settings)
        if release.spec is not None:
            self.replaced[names[release.spec]] += count
        self._tell(problems)

    def _tell(self, problems: Iterator[Problem] | Sequence[Problem]) -> None:
        for one in problems:
            self.found.setdefault(one.file or "", []).append(one)

    def _chart(self) -> tuple[str, str]:
        """Return the name and the version of the chart at hand."""
        document, _ = load(Text(DEFINITION, self.settings.request.chart.read(DEFINITION) or ""))
        data = document.root.data if document.root is not None else None
        return field_of(data, "name") or NAME, field_of(data, "version")

    def _names(self, repository: Repository, reading: Reading) -> dict[PurePosixPath, str]:
        """Return what people call the files that are deployed: as the command does, else from where they are."""
        known = {os.path.realpath(result.file): result.file for result in self.known}
        paths = {file: repository.path(file) for file in reading.named}
        return {file: known.get(os.path.realpath(path)) or os.path.relpath(path) for file, path in paths.items()}

    def _loaded(self, repository: Repository, file: PurePosixPath, names: dict[PurePosixPath, str]) -> Document | None:
        """Return a file of values; None where it can't be read, which is told."""
        name = names[file]
        text = read(str(repository.path(file)))
        self.replaced[name], self.texts[name] = 0, ""
        if isinstance(text, Problem):
            self._tell([text._replace(file=name)])
            return None
        self.texts[name] = text.content
        document, problems = load(Text(name, text.content))
        self._tell(problems)
        return None if has_error(problems) else document

    def _not_deployed(self, repository: Repository, reading: Reading) -> Iterator[Problem]:
        """Yield the specs of a repository that nothing deploys."""
        for result in self.known:
            file = repository.relative(result.file)
            if file is not None and file not in reading.named and not result.members and not result.deployers:
                parts = documents(Text(result.file, _content(result.file)))
                if any(sort(document) is Sort.SPEC for document, _ in parts):
                    yield codes.NOT_DEPLOYED.problem(
                        "no deployment of this repository names the spec", file=result.file
                    )


def _other_version(deployment: Deployment, version: str) -> Iterator[Fault]:
    if deployment.version is not None and deployment.version != version:
        message = f"`{deployment.version}` of the chart is deployed, and the spec is checked with `{version}`"
        yield Fault(codes.OTHER_VERSION, deployment.chart_place, message, "give the deployed one with `--chart`")


def _content(file: str) -> str:
    text = read(file)
    return text.content if isinstance(text, Text) else ""

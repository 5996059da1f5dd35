"""The stages of `FILE_STAGES`: from files to results, a few files at a time.

To save memory with many files, the tree of a manifest is kept only while its document is checked. The trees of specs
are kept until the stages of their few files are done.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from render.engine import EngineError
from render.gitops import may_deploy
from render.gitops.codes import NOT_CHECKED as DEPLOYMENT_NOT_CHECKED
from render.manifests.objects import Object
from render.problem import Problem, Severity
from render.source import FileReader, Text
from render.source.codes import CHART, EMPTY, LINK_OUT
from render.spec import ReleaseSpec, Spec
from render.spec.check_spec import Checked, check_all
from render.validation.check_spec import SpecResult, check_rendered
from render.validation.document_kind import DocumentKind, kind_of
from render.validation.file_content import Content
from render.validation.filters import apply_ignores, collapse_repeats, invalid_ignores, limited
from render.validation.inputs import Input, Settings
from render.validation.manifest import NO_SCHEMA, Manifest
from render.validation.result import Result, crash
from render.validation.warmup import warm_up

_REASONS = {CHART.code: "Helm chart", LINK_OUT.code: "link out of the folder"}
"""Reasons why something in a folder is not read, by the code of its problem."""


class FileState(NamedTuple):
    """A file with the output of the stages so far. A file with a result is done: later stages do not change it."""

    file: Input | Problem
    text: Text | None = None
    content: Content | None = None
    """Its specs, not yet rendered, and its objects, already checked."""
    rendered: tuple[Checked | Exception, ...] = ()
    """The rendered files and problems of each of its specs, or an exception."""
    spec_results: tuple[SpecResult | Exception, ...] = ()
    """The problems of each of its specs, or an exception."""
    result: Result | None = None
    is_patch: bool = False
    """True if it was found in a folder and a kustomization names it as a patch."""

    @property
    def name(self) -> str:
        """Name of the file in messages."""
        if self.text is not None:
            return self.text.file
        return self.file.file or "" if isinstance(self.file, Problem) else self.file.path

    @property
    def is_named(self) -> bool:
        """True if the user named the file, not a folder that contains it."""
        return isinstance(self.file, Input) and self.file.is_named

    @property
    def specs(self) -> Sequence[Spec]:
        """The specs that are not yet checked."""
        return self.content.specs if self.content is not None and self.result is None else ()


def read_input(state: FileState, reader: FileReader) -> FileState:
    """Read a file. A file that can't be read gets its result."""
    if isinstance(state.file, Problem):
        reason = _REASONS.get(state.file.code)
        skipped = {reason: 1} if reason else {}
        return state._replace(result=Result(state.name, problems=(state.file,), skipped=skipped))
    text = reader.read(state.file.path)
    if isinstance(text, Problem):
        return state._replace(result=Result(text.file or state.name, problems=(text,)))
    return state._replace(text=text)


def classify(state: FileState, settings: Settings) -> FileState:
    """Find the specs and the objects of a text, and check the objects. Raises OSError, ValueError."""
    if state.text is None or state.content is not None:
        return state
    if state.is_patch:
        return state._replace(result=Result(state.name, skipped={"patched in by Kustomize": 1}))
    manifest = Manifest(settings.schemas, settings.policies, keeps_objects=settings.uses_cluster)
    return state._replace(content=Content.of(state.text, settings.request, manifest, is_named=state.is_named))


def render_specs(states: Sequence[FileState], settings: Settings) -> list[FileState]:
    """Check the specs of several files by the schema and render them together, which is faster. Raises EngineError."""
    releases = [ReleaseSpec(spec, settings.request) for state in states for spec in state.specs]
    checked = iter(check_releases(releases, settings))
    return [state._replace(rendered=tuple(next(checked) for _ in state.specs)) for state in states]


def check_specs(state: FileState, settings: Settings) -> FileState:
    """Check the values of specs by the rules for specs, and the rendered objects as manifests. Raises EngineError."""
    releases = (ReleaseSpec(spec, settings.request) for spec in state.specs)
    results = (check_release(release, one, settings) for release, one in zip(releases, state.rendered, strict=True))
    return state._replace(spec_results=tuple(results))


def filter_findings(state: FileState, settings: Settings) -> FileState:
    """Drop findings that comments and the configuration ignore, collapse repeats, and create the result."""
    text, content = state.text, state.content
    if text is None or content is None:
        return state
    manifest = content.manifest
    problems = [*content.problems, *manifest.problems]
    crashes = [crash(one, text.file) for one in state.spec_results if isinstance(one, Exception)]
    results = [one for one in state.spec_results if not isinstance(one, Exception)]
    count = manifest.count + sum(one.objects for one in results)
    problems += (problem for one in results for problem in one.problems)
    if content.is_empty:
        empty = EMPTY.problem("is empty", file=text.file)
        problems.append(empty._replace(severity=Severity.ERROR) if state.is_named else empty)
    if manifest.deployers and not may_deploy(text.content):
        message = "not checked: render finds a deployment only if its `apiVersion` and `kind` are without escapes"
        problems.append(DEPLOYMENT_NOT_CHECKED.problem(message, file=text.file))
    problems += invalid_ignores(text)
    contents = {text.file: text.content} | {over.file: over.content for over in settings.request.overlays}
    # Problems of unread parts can't be ignored, since input that is not checked would pass.
    unread = dict.fromkeys(content.unread)
    kept = apply_ignores((one for one in problems if one not in unread), contents, settings.config)
    outputs = (output for one in results for output in one.outputs)
    shown = [*limited(tuple(collapse_repeats(kept)), text.file), *unread, *crashes]
    found = Result.of(text.file, count, shown, contents, tuple(manifest.members))
    skipped = content.skipped + Counter({NO_SCHEMA: manifest.unchecked})
    alone = len(content.specs) == 1 and not manifest.count
    specs = tuple(ReleaseSpec(spec, settings.request) for spec in content.specs if alone)
    sent: tuple[ReleaseSpec | Object, ...] = (*specs, *manifest.sent) if settings.uses_cluster else ()
    is_spec = not (manifest.members or manifest.deployers) and any(
        spec.document is not None and kind_of(spec.document) is DocumentKind.SPEC for spec in content.specs
    )
    return state._replace(result=found._replace(sent=sent, is_spec=is_spec, skipped=skipped, outputs=tuple(outputs)))


def each(stage: Callable[[FileState, Settings], FileState]) -> "Stage":
    """Return a stage for several files from a stage for one file. An exception is a problem of its file."""

    def for_each(states: Sequence[FileState], settings: Settings) -> list[FileState]:
        return [_safely(stage, state, settings) if state.result is None else state for state in states]

    return for_each


Stage = Callable[[Sequence[FileState], Settings], list[FileState]]


def spec_results(specs: Sequence[Spec], settings: Settings) -> Iterator[SpecResult]:
    """Yield the result of each spec; no problem is ignored. Raises EngineError, OSError, ValueError."""
    releases = [ReleaseSpec(spec, settings.request) for spec in specs]
    for release, checked in zip(releases, check_all(releases), strict=True):
        yield check_rendered(checked, release.texts, settings)


def _safely(stage: Callable[[FileState, Settings], FileState], state: FileState, settings: Settings) -> FileState:
    try:
        return stage(state, settings)
    except EngineError:
        raise
    except Exception as error:  # noqa: BLE001 - check the other files after any failure
        return state._replace(result=Result(state.name, problems=(crash(error, state.name),)))


def check_releases(releases: Sequence[ReleaseSpec], settings: Settings) -> Sequence[Checked | Exception]:
    """Check specs by the schema and render them, together; after a failure one by one, so that each has its own.

    Raises EngineError.
    """
    try:
        return check_all(releases, partial(warm_up, settings.schemas))
    except EngineError:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        return [error] if len(releases) == 1 else [one for item in releases for one in check_releases([item], settings)]


def check_release(
    release: ReleaseSpec, checked: Checked | Exception, settings: Settings, gitops_engine: str | None = None
) -> SpecResult | Exception:
    """Check the values and the rendered objects of a spec, or return the exception that it causes. Raises EngineError.

    `gitops_engine` is the tool that deploys it; None for that of the spec.
    """
    if isinstance(checked, Exception):
        return checked
    try:
        return check_rendered(checked, release.texts, settings, gitops_engine)
    except EngineError:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        return error

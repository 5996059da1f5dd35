"""Merge and render a spec, and locate each rejection."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from render import engine
from render.engine import Chart, EngineName, Rejection, RenderRejected
from render.problem import Problem, has_error
from render.schema_errors.error import json_pointer
from render.source import Document, Read, load_document, read_file
from render.source.codes import TOO_MANY_VALUES
from render.spec.codes import OTHER_KIND
from render.spec.collect import KIND, Spec, is_kind
from render.spec.locate import refused_texts, refused_values
from render.spec.name import release_name

PLACEHOLDER_RELEASE = "release-name"
"""Release name for a spec whose own name is rejected, so that its other problems are reported as well."""


MAX_NODES = 10_000
"""Maximum number of values and keys of a spec or an overlay: a large spec has 500, and templates read each often."""

MAX_CHARACTERS = 2**20
"""Maximum characters of its scalars: most go into one object, and a cluster limits objects to 1.5 MiB (etcd)."""


_MERGE = "<<"
"""A key that Helm's `toYaml` writes without quotes and YAML reads as a merge key: Helm fails, or merges."""

_GROUP = "render/"
_IMPORT = "`render import` converts it to a spec"
_COMMANDS = {
    **dict.fromkeys(("JAXJob", "MPIJob", "PaddleJob", "PyTorchJob", "RayJob", "TFJob", "XGBoostJob"), _IMPORT),
    **dict.fromkeys(("Job", "JobSet"), f"{_IMPORT}; `render validate` checks it as it is"),
    "TrainJob": f"{_IMPORT}; `render expand` prints what Kubeflow Trainer creates from it",
}
"""The next step by the kind of an object that is not a spec."""


class Request(NamedTuple):
    """Settings of a command for rendering, the same for each of its specs."""

    chart: Chart
    overlays: tuple[Document, ...] = ()
    sets: tuple[str, ...] = ()
    name: str | None = None
    namespace: str = "default"
    hooks: bool = True
    engine: EngineName | None = None
    scripts: bool = False
    """True if a spec that is rendered for checks needs the content of the chart's scripts."""


class ReleaseSpec(NamedTuple):
    """A spec with the settings of its release: those of the command, or those of a deployment."""

    spec: Spec
    request: Request

    @property
    def texts(self) -> list[Document]:
        """The spec and its overlays, in the order of merging."""
        return [text for text in (self.spec.document, *self.request.overlays) if text is not None]


class Outcome(NamedTuple):
    """The manifests of a spec (None if it is rejected), and its problems."""

    spec: Spec
    text: str | None
    problems: tuple[Problem, ...]


def overlays(paths: Sequence[str], read: Read = read_file) -> tuple[tuple[Document, ...], tuple[Problem, ...]]:
    """Return the documents and the problems of the files of `-f`."""
    documents: list[Document] = []
    problems: list[Problem] = []
    for path in paths:
        text = read(path)
        if isinstance(text, Problem):
            problems.append(text)
            continue
        document, found = load_document(text)
        documents.append(document)
        problems += found
    return tuple(documents), tuple(problems)


class Merged(NamedTuple):
    """A spec merged with its overlays and `--set`."""

    documents: tuple[Document, ...]
    """The spec and its overlays, in the order of merging."""
    values: dict[str, Any]
    over: dict[str, Any]
    """The values of `--set` alone."""
    name: str | None
    """The name of the release; None if it is rejected."""
    problems: tuple[Problem, ...]


def merge(spec: Spec, request: Request) -> Merged | Outcome:
    """Return the merged spec, or the outcome if it can't be merged. Raises EngineError."""
    if spec.document is None or not spec.is_readable:
        return Outcome(spec, None, spec.problems)
    documents = (spec.document, *request.overlays)
    too_large = [problem for document in documents if (problem := _too_large(document))]
    if unusable := [*_other_kind(spec.document), *too_large]:
        return Outcome(spec, None, (*spec.problems, *unusable))
    try:
        values = engine.merge_values([document.content for document in documents], request.sets, request.engine)
    except RenderRejected as refused:
        return Outcome(spec, None, (*spec.problems, *refused_texts(refused, documents, request.engine)))
    over = engine.merge_values([], request.sets, request.engine) if request.sets else {}
    if refusals := list(_merge_keys(values)):
        return Outcome(spec, None, (*spec.problems, *refused_values(refusals, documents, over)))
    name = release_name(spec, values, request.name)
    if isinstance(name, Problem):
        return Merged(documents, values, over, None, (*spec.problems, name))
    return Merged(documents, values, over, name, spec.problems)


def _other_kind(document: Document) -> Iterator[Problem]:
    """Yield a problem if a document is a Kubernetes object, with the command that reads it."""
    data = document.root.data if document.root is not None and document.root.is_mapping else {}
    kind, version = data.get("kind"), data.get("apiVersion")
    is_object = isinstance(version, str) and not version.startswith(_GROUP)
    is_known = version is None and kind in _COMMANDS  # an `apiVersion` that was forgotten
    if not isinstance(kind, str) or is_kind(kind) or not (is_object or is_known):
        return
    hint = _COMMANDS.get(kind, "`render validate` checks manifests")
    node = document.find("/kind")
    message = f"`{kind}` is not a spec (`kind: {KIND}`)"
    yield OTHER_KIND.problem(message, hint=hint, file=document.file, span=node.span if node else None, pointer="/kind")


def _merge_keys(values: dict[str, Any]) -> Iterator[Rejection]:
    """Yield a rejection for each key `<<` at any depth."""
    rest: list[tuple[tuple[str | int, ...], Any]] = [((), values)]
    while rest:
        path, value = rest.pop()
        if isinstance(value, dict):
            if _MERGE in value:
                message = f"Helm can't write the key `{_MERGE}`: it reads its own output as a merge key"
                yield Rejection(json_pointer((*path, _MERGE)), message, "choose another key")
            rest += (((*path, key), item) for key, item in value.items())
        elif isinstance(value, list):
            rest += (((*path, index), item) for index, item in enumerate(value))


def _too_large(document: Document) -> Problem | None:
    for count, limit, what in (
        (document.nodes, MAX_NODES, "values"),
        (document.characters, MAX_CHARACTERS, "characters"),
    ):
        if count > limit:
            return TOO_MANY_VALUES.problem(f"exceeds the limit of {limit} {what} of a spec", file=document.file)
    return None


def render(spec: Spec, request: Request) -> Outcome:
    """Render a spec as Helm does, including the check of the chart's schema. Raises EngineError."""
    merged = merge(spec, request)
    if isinstance(merged, Outcome):
        return merged
    try:
        text = engine.template(
            request.chart,
            merged.values,
            merged.name or PLACEHOLDER_RELEASE,
            request.namespace,
            hooks=request.hooks,
            engine=request.engine,
        )
    except RenderRejected as refused:
        problems = [*merged.problems, *refused_values(refused.rejections, merged.documents, merged.over)]
        return Outcome(spec, None, without_repeats(problems))
    return Outcome(spec, None if merged.name is None else text, merged.problems)


def render_or_explain(spec: Spec, request: Request) -> Outcome:
    """Render a spec; the findings of a rejected one are those of `check`, since Helm's have no hints.

    Raises EngineError.
    """
    outcome = render(spec, request)
    if outcome.text is not None:
        return outcome
    from render.spec.check_spec import check  # few specs are rejected, and it needs jsonschema-rs

    problems = check(spec, request).problems
    return outcome._replace(problems=problems) if has_error(problems) else outcome


def without_repeats(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems with only the first one about `/name`: the schema rejects an invalid name as well."""
    places: dict[tuple[str | None, str | None] | int, Problem] = {}
    for position, problem in enumerate(problems):
        places.setdefault((problem.file, problem.pointer) if problem.pointer == "/name" else position, problem)
    return tuple(places.values())

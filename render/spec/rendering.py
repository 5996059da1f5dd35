"""Render a spec, and say of each refusal where it comes from."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from render import engine
from render.engine import Chart, EngineName, Refusal, Refused
from render.problem import Problem
from render.shape.mistake import json_pointer
from render.source import Document, load, read
from render.source.codes import TOO_MANY_VALUES
from render.spec.blame import refused_texts, refused_values
from render.spec.collect import Spec
from render.spec.name import release_name

STAND_IN = "release-name"
"""The release's name while its own is refused, so that everything else that is wrong is told as well."""


MAX_NODES = 10_000
"""Values and keys of a spec, or of one file over it: a large one has 500, and templates read each several times."""

MAX_CHARACTERS = 2**20
"""Of its scalars: most of them go into one object, and a cluster's largest has 1.5 MiB (etcd)."""


_MERGE = "<<"
"""A key that Helm's `toYaml` writes without quotes, and YAML then reads as a merge key: Helm fails, or merges."""


class Request(NamedTuple):
    """What one command asks for, the same for each of its specs."""

    chart: Chart
    overlays: tuple[Document, ...] = ()
    sets: tuple[str, ...] = ()
    name: str | None = None
    namespace: str = "default"
    hooks: bool = True
    engine: EngineName | None = None
    scripts: bool = False
    """Whether what the chart's scripts hold is wanted, where a spec is rendered to be checked."""


class Outcome(NamedTuple):
    """The manifests of a spec (None where it is refused), and what is wrong with it."""

    spec: Spec
    text: str | None
    problems: tuple[Problem, ...]


def overlays(paths: Sequence[str]) -> tuple[tuple[Document, ...], tuple[Problem, ...]]:
    """Read the files of `-f`."""
    documents: list[Document] = []
    problems: list[Problem] = []
    for path in paths:
        text = read(path)
        if isinstance(text, Problem):
            problems.append(text)
            continue
        document, found = load(text)
        documents.append(document)
        problems += found
    return tuple(documents), tuple(problems)


class Merged(NamedTuple):
    """A spec with its overlays and `--set` on top of it."""

    documents: tuple[Document, ...]
    """In the order in which they were merged."""
    values: dict[str, Any]
    over: dict[str, Any]
    """The values of `--set` alone."""
    name: str | None
    """The release's; None where it is refused."""
    problems: tuple[Problem, ...]


def merge(spec: Spec, request: Request) -> Merged | Outcome:
    """Return the values of a spec, or the outcome if there are none. Raises EngineError."""
    if spec.document is None or not spec.is_readable:
        return Outcome(spec, None, spec.problems)
    documents = (spec.document, *request.overlays)
    if too_large := [problem for document in documents if (problem := _too_large(document))]:
        return Outcome(spec, None, (*spec.problems, *too_large))
    try:
        values = engine.values([document.content for document in documents], request.sets, request.engine)
    except Refused as refused:
        return Outcome(spec, None, (*spec.problems, *refused_texts(refused, documents, request.engine)))
    over = engine.values([], request.sets, request.engine) if request.sets else {}
    if refusals := list(_merge_keys(values)):
        return Outcome(spec, None, (*spec.problems, *refused_values(refusals, documents, over)))
    name = release_name(spec, values, request.name)
    if isinstance(name, Problem):
        return Merged(documents, values, over, None, (*spec.problems, name))
    return Merged(documents, values, over, name, spec.problems)


def _merge_keys(values: dict[str, Any]) -> Iterator[Refusal]:
    """Yield the refusal of each key `<<` at any depth."""
    rest: list[tuple[tuple[str | int, ...], Any]] = [((), values)]
    while rest:
        path, value = rest.pop()
        if isinstance(value, dict):
            if _MERGE in value:
                message = f"Helm can't write the key `{_MERGE}`: it reads its own output as a merge key"
                yield Refusal(json_pointer((*path, _MERGE)), message, "choose another key")
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
    """Render one spec as Helm does, its schema included. Raises EngineError."""
    merged = merge(spec, request)
    if isinstance(merged, Outcome):
        return merged
    try:
        text = engine.template(
            request.chart,
            merged.values,
            merged.name or STAND_IN,
            request.namespace,
            hooks=request.hooks,
            engine=request.engine,
        )
    except Refused as refused:
        problems = [*merged.problems, *refused_values(refused.refusals, merged.documents, merged.over)]
        return Outcome(spec, None, without_repeats(problems))
    return Outcome(spec, None if merged.name is None else text, merged.problems)


def without_repeats(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Keep the first problem of each place: a refused name is the schema's business too."""
    places: dict[tuple[str | None, str | None] | int, Problem] = {}
    for position, problem in enumerate(problems):
        places.setdefault((problem.file, problem.pointer) if problem.pointer == "/name" else position, problem)
    return tuple(places.values())

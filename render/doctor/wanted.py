"""What a spec wants of a cluster."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from render.kube.layout import TRAINERS
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.objects import Object, objects
from render.manifests.placed import placed, refused
from render.manifests.pods import Pod, pods
from render.manifests.trainjob import RUNTIMES
from render.problem import Problem, has_error
from render.source import Text, documents
from render.spec import Request, Spec
from render.spec.checking import check
from render.validation.typed import typed


@dataclass(frozen=True, slots=True)
class Wanted:
    """The objects of one spec."""

    namespace: str
    applied: tuple[Object, ...]
    """What it renders."""
    made: tuple[Object, ...] = ()
    """What Kubeflow Trainer makes of its TrainJob."""
    least: int | None = None
    """With how many nodes an elastic run starts."""

    @property
    def running(self) -> tuple[Object, ...]:
        """The objects whose pods run: those of a runtime are what a TrainJob is made of."""
        return tuple(item for item in (*self.applied, *self.made) if item.kind.group_kind not in RUNTIMES)

    @property
    def pods(self) -> Iterator[Pod]:
        """Yield the templates of the pods that run."""
        for item in self.running:
            yield from pods(item)


def wanted_of(spec: Spec, request: Request) -> tuple[Wanted, tuple[Problem, ...]]:
    """Return what a spec wants, and what is wrong with it: with an error, nothing. Raises EngineError, OSError."""
    checked = check(spec, request)
    release = checked.trainer or TRAINERS[-1]
    found = [*_objects(checked.files, release)] if not has_error(checked.problems) else []
    items = tuple(one for one in found if isinstance(one, Object))
    problems = [*checked.problems, *(one for one in found if isinstance(one, Problem))]
    made: tuple[Object, ...] = ()
    if checked.trainer is not None and not has_error(problems):
        made, more = _made(items, release)
        problems += more
    return Wanted(request.namespace, items, made, _least(checked.values or {})), tuple(problems)


def _objects(files: Mapping[str, str], release: str) -> Iterator[Object | Problem]:
    schemas = Schemas(trainer=release)
    for path, text in files.items():
        for document, misread in documents(Text(path, text)):
            yield from misread
            for item in objects(document):
                yield from [item] if isinstance(item, Problem) else _judged(item, schemas)


def _judged(item: Object, schemas: Schemas) -> Iterator[Object | Problem]:
    found = mistakes(item, schemas)
    yield from refused(item, found)
    yield from (member for member, _ in typed(item, found))


def _made(items: tuple[Object, ...], release: str) -> tuple[tuple[Object, ...], Iterable[Problem]]:
    from render.kube.kind import Kind
    from render.trainer import outcomes  # few specs have a TrainJob

    found = list(outcomes(items, release))
    made = (
        job._replace(kind=Kind.of(data["apiVersion"], data["kind"]), data=dict(data))
        for job, expansion in found
        for data in expansion.objects
    )
    wrong = [placed(one.rule, one.object, one.mistake) for _, expansion in found for one in expansion.findings]
    return tuple(made), wrong


def _least(values: Mapping[str, Any]) -> int | None:
    elastic = values.get("elastic") or {}
    return elastic.get("minNodes") if elastic.get("maxNodes") is not None else None

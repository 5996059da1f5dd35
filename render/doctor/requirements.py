"""Requirements of a spec on its cluster."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from render.kube.schema_folders import MINORS, TRAINERS
from render.kube.schemas import Schemas
from render.manifests.finding import to_problem
from render.manifests.loading import load_readable
from render.manifests.objects import Object
from render.manifests.pods import Pod, pods
from render.manifests.trainjob import RUNTIMES
from render.problem import Problem, has_error
from render.source import Text, load_documents
from render.spec import Request, Spec
from render.spec.check_spec import check


@dataclass(frozen=True, slots=True)
class Requirements:
    """The objects of a spec."""

    namespace: str
    applied: tuple[Object, ...]
    """Rendered objects."""
    expanded: tuple[Object, ...] = ()
    """Objects that Kubeflow Trainer creates for its TrainJob."""
    least: int | None = None
    """Minimum number of nodes of an elastic run; None otherwise."""

    @property
    def running(self) -> tuple[Object, ...]:
        """Objects whose pods run. Runtimes are only templates."""
        return tuple(item for item in (*self.applied, *self.expanded) if item.kind.group_kind not in RUNTIMES)

    @property
    def pods(self) -> Iterator[Pod]:
        """Yield the templates of the pods that run."""
        for item in self.running:
            yield from pods(item)


def requirements_of(spec: Spec, request: Request) -> tuple[Requirements, tuple[Problem, ...]]:
    """Return the requirements of a spec and its problems. With an error there are no objects.

    Raises EngineError, OSError.
    """
    checked = check(spec, request)
    release = checked.trainer or TRAINERS[-1]
    schemas = Schemas(_minor(checked.values or {}), release)
    found = [*_objects(checked.files, schemas)] if not has_error(checked.problems) else []
    items = tuple(one for one in found if isinstance(one, Object))
    problems = [*checked.problems, *(one for one in found if isinstance(one, Problem))]
    generated: tuple[Object, ...] = ()
    if checked.trainer is not None and not has_error(problems):
        generated, more = _generated(items, release)
        problems += more
    return Requirements(request.namespace, items, generated, _least(checked.values or {})), tuple(problems)


def _minor(values: Mapping[str, Any]) -> str:
    """Return the version of Kubernetes that a spec names for its gang, else the latest one."""
    is_gang = values.get("scheduler") == "kubernetes"
    named: str | None = (values.get("kubernetes") or {}).get("version") if is_gang else None
    return named or MINORS[-1]


def _objects(files: Mapping[str, str], schemas: Schemas) -> Iterator[Object | Problem]:
    parts = (part for path, text in files.items() for part in load_documents(Text(path, text)))
    return load_readable(parts, schemas)


def _generated(items: tuple[Object, ...], release: str) -> tuple[tuple[Object, ...], Iterable[Problem]]:
    from render.kube.gvk import GroupVersionKind
    from render.trainer import expand_all  # few specs have a TrainJob

    found = list(expand_all(items, release))
    generated = (
        job._replace(kind=GroupVersionKind.of(data["apiVersion"], data["kind"]), data=dict(data))
        for job, expansion in found
        for data in expansion.objects
    )
    wrong = [to_problem(one.finding) for _, expansion in found for one in expansion.findings]
    return tuple(generated), wrong


def _least(values: Mapping[str, Any]) -> int | None:
    elastic = values.get("elastic") or {}
    return elastic.get("minNodes") if elastic.get("maxNodes") is not None else None

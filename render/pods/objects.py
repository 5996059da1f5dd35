"""The objects of a spec, or of a file of manifests, that pods are made of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import PurePath, PurePosixPath

from render.kube.kind import Kind
from render.kube.layout import TRAINERS
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.codes import NO_JOBSET
from render.manifests.jobset import JOBSET
from render.manifests.objects import Object, objects
from render.manifests.placed import placed, refused
from render.manifests.places import Data
from render.manifests.trainjob import RUNTIMES, TRAINJOB
from render.pods.listing import CONFIG_MAP
from render.problem import Problem, has_error
from render.source import Part, Text, documents, only, read
from render.spec import Request, Spec
from render.spec.checking import check
from render.trainer import outcomes
from render.validation.inputs import inputs
from render.validation.sort import Sort, sort
from render.validation.typed import typed

_DOMAIN = "cluster.local"
"""Of the cluster, where no spec says it: what Kubernetes' installers take."""

_HINT = "it takes a spec, or the manifests of one with its `JobSet` or `TrainJob`"

_TAKEN = frozenset({JOBSET, CONFIG_MAP, TRAINJOB, *RUNTIMES})
"""What pods come of, and what they are started with."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds."""

    objects: tuple[Object, ...]
    """JobSets and ConfigMaps, those that Kubeflow Trainer makes among them; TrainJobs and runtimes."""
    domain: str
    """The cluster's."""
    problems: tuple[Problem, ...]
    """With an error among them there are no pods."""
    sources: Mapping[str, str]
    """The text of each file, for the problems."""


def find(
    path: str, request: Request, runtimes: Sequence[str] = (), trainer: str = TRAINERS[-1], nodes: int | None = None
) -> Found:
    """Return the objects of a spec or of a file of manifests. Raises EngineError, OSError, ValueError.

    `runtimes` are files and folders with what the TrainJobs among manifests name, `trainer` is the release of Kubeflow
    Trainer for them, `nodes` another number than theirs; a spec says its own.
    """
    text = read(path)
    if isinstance(text, Problem):
        return Found((), _DOMAIN, (text,), {})
    parts = documents(text)
    first = next(parts)
    parts = chain([first], parts)
    if sort(first[0]) in (Sort.SPEC, Sort.OVERLAY):
        return of_spec(_spec(text, parts), request)
    texts = [one if isinstance(one, Problem) else read(one.path) for one in inputs(runtimes)]
    unread = tuple(one for one in texts if isinstance(one, Problem))
    known = [one for one in texts if isinstance(one, Text)]
    items, problems = _members(chain(parts, *map(documents, known)), trainer, nodes)
    sources = {one.file: one.content for one in (text, *known)}
    return _with_pods(Found(items, _DOMAIN, (*unread, *problems), sources), text.file)


def of_spec(spec: Spec, request: Request) -> Found:
    """Return the objects that a spec renders. Raises EngineError, OSError, ValueError."""
    checked = check(spec, request)
    parts = (part for path, text in checked.files.items() for part in documents(Text(path, text)))
    items, problems = _members(parts, checked.trainer or TRAINERS[-1])
    network = (checked.values or {}).get("network") or {}
    own = (spec.document, *request.overlays)
    sources = {document.file: document.content for document in own if document is not None}
    found = Found(items, network.get("clusterDomain", _DOMAIN), (*checked.problems, *problems), sources)
    return _with_pods(found, spec.file)


def _spec(text: Text, parts: Iterator[Part]) -> Spec:
    document, problems = only(parts)
    return Spec(text.file, PurePosixPath(PurePath(text.file).name), document, problems)


def _with_pods(found: Found, file: str) -> Found:
    """Return what is found, with a problem where nothing is wrong and there are no pods all the same."""
    if has_error(found.problems) or any(item.kind.group_kind == JOBSET for item in found.objects):
        return found
    problem = NO_JOBSET.problem("there is no `JobSet`, and so there are no pods", hint=_HINT, file=file)
    return replace(found, problems=(*found.problems, problem))


def _members(
    parts: Iterable[Part], trainer: str, nodes: int | None = None
) -> tuple[tuple[Object, ...], tuple[Problem, ...]]:
    """Return what is taken of documents and what Trainer makes of it, and what is wrong with it and with the text."""
    schemas = Schemas(trainer=trainer)
    members: list[Object] = []
    problems: list[Problem] = []
    for document, misread in parts:
        problems += misread
        for item in objects(document):
            if isinstance(item, Problem):
                problems.append(item)
            elif item.kind.group_kind in _TAKEN:
                found = mistakes(item, schemas)
                problems += refused(item, found)
                members += (_sized(member, nodes) for member, _ in typed(item, found))
    if not has_error(problems):
        for job, expansion in outcomes(tuple(members), trainer):
            problems += (placed(one.rule, one.object, one.mistake) for one in expansion.findings)
            members += (_made(data, job) for data in expansion.objects)
    return tuple(members), tuple(problems)


def _sized(item: Object, nodes: int | None) -> Object:
    """Return an object; a TrainJob of so many nodes, where they are asked for."""
    if nodes is None or item.kind.group_kind != TRAINJOB:
        return item
    spec = item.data.get("spec", {})
    return item._replace(
        data={**item.data, "spec": {**spec, "trainer": {**spec.get("trainer", {}), "numNodes": nodes}}}
    )


def _made(data: Data, job: Object) -> Object:
    """Return an object that Trainer makes, at the place of its TrainJob."""
    return job._replace(kind=Kind.of(data["apiVersion"], data["kind"]), data=dict(data))

"""Load the objects of a spec or manifest that determine pods."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import PurePath, PurePosixPath

from render.kube.gvk import GroupVersionKind
from render.kube.schema_folders import TRAINERS
from render.kube.schemas import Schemas
from render.manifests.codes import NO_JOBSET
from render.manifests.device_claims import COMPUTE_DOMAIN, TEMPLATE
from render.manifests.finding import to_problem
from render.manifests.jobset import JOBSET
from render.manifests.loading import load_readable
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.trainjob import RUNTIMES, TRAINJOB
from render.pods.listing import CONFIG_MAP
from render.problem import Problem, has_error
from render.source import Part, Read, Text, load_documents, only_document, read_file
from render.spec import Request, Spec
from render.spec.check_spec import check
from render.trainer import expand_all
from render.validation.document_kind import DocumentKind, kind_of
from render.validation.inputs import inputs

_DOMAIN = "cluster.local"
"""Default cluster domain of the Kubernetes installers."""

_HINT = "give a spec, or manifests with a `JobSet` or a `TrainJob`; `render import` converts other kinds to a spec"

_GROUPS = ("scheduling.k8s.io/PodGroup", "scheduling.volcano.sh/PodGroup")
_TAKEN = frozenset({JOBSET, CONFIG_MAP, TRAINJOB, TEMPLATE, COMPUTE_DOMAIN, *RUNTIMES, *_GROUPS})
"""Kinds that determine pods, their environment, their devices and their topology."""


@dataclass(frozen=True, slots=True)
class RunObjects:
    """The objects of a spec or of manifests."""

    objects: tuple[Object, ...]
    """JobSets and ConfigMaps, including those that Kubeflow Trainer creates; TrainJobs and runtimes."""
    domain: str
    """Cluster domain."""
    problems: tuple[Problem, ...]
    """If one is an error, there are no pods."""
    sources: Mapping[str, str]
    """The text of each file, for the problems."""


def find_run_objects(
    path: str,
    request: Request,
    runtimes: Sequence[str] = (),
    trainer: str = TRAINERS[-1],
    nodes: int | None = None,
    *,
    read: Read = read_file,
) -> RunObjects:
    """Return the objects of a spec or of a file of manifests. Raises EngineError, OSError, ValueError.

    `runtimes` are files and folders with the runtimes of TrainJobs, `trainer` is their release of Kubeflow
    Trainer, `nodes` overrides their number of nodes. A spec sets its own.
    """
    text = read(path)
    if isinstance(text, Problem):
        return RunObjects((), _DOMAIN, (text,), {})
    parts = load_documents(text)
    first = next(parts)
    parts = chain([first], parts)
    if kind_of(first[0]) in (DocumentKind.SPEC, DocumentKind.OVERLAY):
        return spec_run_objects(_spec(text, parts), request)
    texts = [one if isinstance(one, Problem) else read(one.path) for one in inputs(runtimes)]
    unread = tuple(one for one in texts if isinstance(one, Problem))
    known = [one for one in texts if isinstance(one, Text)]
    items, problems = _members(chain(parts, *map(load_documents, known)), trainer, nodes)
    sources = {one.file: one.content for one in (text, *known)}
    return _with_pods(RunObjects(items, _DOMAIN, (*unread, *problems), sources), text.file)


def spec_run_objects(spec: Spec, request: Request) -> RunObjects:
    """Return the objects that a spec renders. Raises EngineError, OSError, ValueError."""
    checked = check(spec, request)
    parts = (part for path, text in checked.files.items() for part in load_documents(Text(path, text)))
    items, problems = _members(parts, checked.trainer or TRAINERS[-1])
    network = (checked.values or {}).get("network") or {}
    own = (spec.document, *request.overlays)
    sources = {document.file: document.content for document in own if document is not None}
    found = RunObjects(items, network.get("clusterDomain", _DOMAIN), (*checked.problems, *problems), sources)
    return _with_pods(found, spec.file)


def _spec(text: Text, parts: Iterator[Part]) -> Spec:
    document, problems = only_document(parts)
    return Spec(text.file, PurePosixPath(PurePath(text.file).name), document, problems)


def _with_pods(found: RunObjects, file: str) -> RunObjects:
    """Return the objects, with a problem added if there are no errors and yet no pods."""
    if has_error(found.problems) or any(item.kind.group_kind == JOBSET for item in found.objects):
        return found
    problem = NO_JOBSET.problem("no `JobSet`, so there are no pods", hint=_HINT, file=file)
    return replace(found, problems=(*found.problems, problem))


def _members(
    parts: Iterable[Part], trainer: str, nodes: int | None = None
) -> tuple[tuple[Object, ...], tuple[Problem, ...]]:
    """Return the objects of documents, those that Trainer creates for them, and all problems."""
    schemas = Schemas(trainer=trainer)
    members: list[Object] = []
    problems: list[Problem] = []
    for item in load_readable(parts, schemas, _TAKEN):
        if isinstance(item, Problem):
            problems.append(item)
        else:
            members.append(_sized(item, nodes))
    if not has_error(problems):
        for job, expansion in expand_all(tuple(members), trainer):
            problems += (to_problem(one.finding) for one in expansion.findings)
            members += (_expanded(data, job) for data in expansion.objects)
    return tuple(members), tuple(problems)


def _sized(item: Object, nodes: int | None) -> Object:
    """Return the object; a TrainJob gets the given number of nodes."""
    if nodes is None or item.kind.group_kind != TRAINJOB:
        return item
    spec = item.data.get("spec", {})
    return item._replace(
        data={**item.data, "spec": {**spec, "trainer": {**spec.get("trainer", {}), "numNodes": nodes}}}
    )


def _expanded(data: Data, job: Object) -> Object:
    """Return an object that Trainer creates, located at its TrainJob."""
    return job._replace(kind=GroupVersionKind.of(data["apiVersion"], data["kind"]), data=dict(data))

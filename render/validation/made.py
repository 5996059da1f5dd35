"""Judge what Kubeflow Trainer makes of a TrainJob, and blame the lines that brought it."""

from collections.abc import Iterator

from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.manifests.checking import mistakes, rule
from render.manifests.codes import NOT_BUILT
from render.manifests.jobset import JOBSET, ReplicatedJob, jobset_name, replicated_jobs
from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.trainjob import Training
from render.problem import Severity
from render.rules.findings import Found, among, of_made
from render.shape.mistake import Path, at, written
from render.source import Document
from render.trainer import Release, expand
from render.trainer.provenance import Origin, origins
from render.validation.blame import Blame
from render.validation.typed import typed

_KINDS = ("JobSet", "PodGroup")
_NOWHERE = Document("", "", None)
_RESOURCES = {
    Release.V2_1: "Trainer 2.1 puts `resourcesPerNode` in the place of the runtime's resources",
    Release.V2_3: "Trainer merges `resourcesPerNode` into the runtime's resources, name by name",
}


def made(training: Training, schemas: Schemas) -> Iterator[Blame]:
    """Yield what is wrong with the JobSet, its Jobs, its pods and its gang. Raises OSError, ValueError."""
    expansion = expand(training, schemas.trainer)
    for refusal in expansion.findings:
        if refusal.rule is NOT_BUILT:  # anything else is no mistake: not ours to expand, or another cluster's
            yield Blame(Found(refusal.rule, refusal.object, refusal.mistake))
    yield from (_blamed(one, training, schemas) for one in _wrong(expansion.objects, schemas))


def _wrong(data: tuple[Data, ...], schemas: Schemas) -> Iterator[Found]:
    """Yield the errors. Of anything less the user's own lines are warned."""
    members = []
    for one in data:
        if one["kind"] not in _KINDS:
            continue
        item = Object(_NOWHERE, "", Kind.of(one["apiVersion"], one["kind"]), dict(one))
        known = mistakes(item, schemas)
        for mistake in known if isinstance(known, list) else ():
            yield _refused(Found(rule(item, mistake), item, mistake), item.label, mistake.path)
        for member, refused in typed(item, known):
            yield from (_of_job(found) for found in of_made(member, refused) if _is_error(found))
            members.append(member)
    yield from filter(_is_error, among(tuple(members), trainer=schemas.trainer))


def _is_error(found: Found) -> bool:
    return found.rule.severity is Severity.ERROR


def _of_job(found: Found) -> Found:
    """Say which object is refused: what is inside the template of a Job is stored unread."""
    item, path = found.object, found.mistake.path
    if item.kind.group_kind != JOBSET or path[3:5] != ("template", "spec"):
        return _refused(found, item.label, path)
    job = ReplicatedJob(path[:3], at(item.data, path[:3]))
    told = _refused(found, f"Job/{job.job_name(jobset_name(item.data), 0)}", path[4:])
    # The others run before anything is said of it.
    return told.warned_of if _waits(job, item) else told


def _waits(job: ReplicatedJob, jobset: Object) -> bool:
    order = at(jobset.data, ("spec", "startupPolicy", "startupPolicyOrder"))
    is_first = next(replicated_jobs(jobset.data)).path == job.path
    return "dependsOn" in job.data or (order == "InOrder" and not is_first)


def _refused(found: Found, name: str, path: Path) -> Found:
    field = f"{_field(path)}: " if path else ""
    return found._replace(mistake=found.mistake._replace(message=f"{name} is refused: {field}{found.mistake.message}"))


def _field(path: Path) -> str:
    """Return a path as the API server writes it."""
    parts = (f".{part}" if isinstance(part, str) and part.isalnum() else f"[{part}]" for part in path)
    return "".join(parts).removeprefix(".")


def _blamed(found: Found, training: Training, schemas: Schemas) -> Blame:
    data, path, hint = found.object.data, found.mistake.path, found.mistake.hint
    blamed = next(place for place in origins(training, data, written(data, path)) if _has_lines(place))
    more = _RESOURCES[Release(schemas.trainer)] if "resources" in path else None
    told = found.mistake._replace(path=blamed[1], hint="; ".join(filter(None, (hint, more))) or None)
    return Blame(Found(found.rule, blamed[0], told), _limit(training, data, path, blamed))


def _limit(training: Training, made: Data, path: Path, blamed: Origin) -> Origin | None:
    """Return where the other object has the limit of a resource that is wrong."""
    side = next((place for place, part in enumerate(path) if part in ("limits", "requests")), None)
    if side is None or "resources" not in path[:side]:
        return None
    limits = origins(training, made, (*path[:side], "limits", *path[side + 1 :]))
    others = (place for place in limits if place[0] is not blamed[0] and _has_lines(place))
    return next((place for place in others if "limits" in place[1]), None)


def _has_lines(place: Origin) -> bool:
    """Say whether an object is the user's; a stock runtime stands in no file."""
    return bool(place[0].document.content)

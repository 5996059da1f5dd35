"""Check the objects that Kubeflow Trainer creates for a TrainJob. Findings are in the TrainJob or its runtime."""

from collections.abc import Iterator, Sequence
from typing import Any

from render.kube.gvk import GroupVersionKind
from render.kube.schemas import Schemas
from render.manifests.codes import NOT_BUILT
from render.manifests.finding import Finding
from render.manifests.jobset import JOBSET, ReplicatedJob, jobset_name, replicated_jobs
from render.manifests.loading import load_object
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.schema_check import rule_of
from render.manifests.trainjob import Training
from render.problem import Severity
from render.rules.runner import check_generated, check_objects
from render.schema_errors.error import Path, existing_ancestor, get_path
from render.source import Document
from render.trainer import Expansion, TrainerRelease, expand
from render.trainer.provenance import Origin, trace_origins

_KINDS = ("JobSet", "PodGroup")
_NOWHERE = Document("", "", None)
_RESOURCES = {
    TrainerRelease.V2_1: "Trainer 2.1 puts `resourcesPerNode` in the place of the runtime's resources",
    TrainerRelease.V2_3: "Trainer merges `resourcesPerNode` into the runtime's resources, name by name",
}


def check_expansion(training: Training, expansion: Expansion, schemas: Schemas) -> Iterator[Finding]:
    """Yield the findings for the JobSet, its Jobs, its pods and its gang. Raises OSError, ValueError."""
    for refusal in expansion.findings:
        if refusal.rule is NOT_BUILT:  # the others are not errors: not expanded here, or managed elsewhere
            yield refusal.finding
    yield from (_attribute(one, training, schemas) for one in _wrong(expansion.objects, schemas))


def check_partner(training: Training, refused: Object, errors: Sequence[Path], schemas: Schemas) -> Iterator[Finding]:
    """Yield the findings for a TrainJob whose runtime has errors, or for a runtime whose TrainJob has errors.

    The other object is expanded without the values that have errors. Findings about a missing value are left out: it
    may be one of those. Raises OSError, ValueError.
    """
    usable = _without_errors(refused, errors, schemas)
    if usable is None:
        return
    is_job = refused is training.job
    pair = Training(usable, training.runtime) if is_job else Training(training.job, usable)
    sound = training.runtime if is_job else training.job
    for one in _wrong(expand(pair, schemas.trainer).objects, schemas):
        if existing_ancestor(one.object.data, one.path) == one.path:
            finding = _attribute(one, pair, schemas)
            if finding.object is sound and finding.related is None:
                yield finding


_MOST_LEVELS = 3
"""Levels above an error that are left out at most: without a whole container or job, others have other errors."""


def _without_errors(item: Object, errors: Sequence[Path], schemas: Schemas) -> Object | None:
    """Return an object without the values that have errors; None if it is invalid without them.

    Metadata is kept: nothing that is created from the other object depends on it.
    """
    wrong = [path for path in errors if path[:1] != ("metadata",)]
    for level in range(_MOST_LEVELS):
        paths = [path[: len(path) - level] for path in wrong]
        if not all(len(path) > 1 for path in paths):
            return None
        usable = item._replace(data=_without(item.data, paths))
        loaded = load_object(usable, schemas)
        if loaded.readable is not None and all(error.path[:1] == ("metadata",) for error in loaded.errors):
            return usable
    return None


def _without(value: Any, paths: Sequence[Path]) -> Any:
    """Return a value without those at these paths."""
    below: dict[str, list[Path]] = {}
    for first, *others in paths:
        below.setdefault(str(first), []).append(tuple(others))
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    kept = ((key, item) for key, item in pairs if () not in below.get(str(key), ()))
    found = {key: _without(item, below.get(str(key), ())) for key, item in kept}
    if isinstance(value, dict):
        return found
    return list(found.values()) if isinstance(value, list) else value


def _wrong(data: tuple[Data, ...], schemas: Schemas) -> Iterator[Finding]:
    """Yield the errors. Warnings are reported only for the objects of the user's files."""
    members = []
    for one in data:
        if one["kind"] not in _KINDS:
            continue
        item = Object(_NOWHERE, "", GroupVersionKind.of(one["apiVersion"], one["kind"]), dict(one))
        loaded = load_object(item, schemas)
        for error in loaded.errors:
            yield _refused(Finding.of(error, rule_of(item, error), item), item.label, error.path)
        if loaded.readable is not None:
            found = check_generated(loaded.readable, loaded.errors)
            yield from (_of_job(one) for one in found if _is_error(one))
            members.append(loaded.readable)
    yield from filter(_is_error, check_objects(tuple(members), trainer=schemas.trainer))


def _is_error(found: Finding) -> bool:
    return found.rule.severity is Severity.ERROR


def _of_job(found: Finding) -> Finding:
    """Return a finding that names the rejected object: the API server stores the template of a Job unread."""
    item, path = found.object, found.path
    if item.kind.group_kind != JOBSET or path[3:5] != ("template", "spec"):
        return _refused(found, item.label, path)
    job = ReplicatedJob(path[:3], get_path(item.data, path[:3]))
    rejected = _refused(found, f"Job/{job.job_name(jobset_name(item.data), 0)}", path[4:])
    # A warning, since other Jobs run before this one is rejected.
    return rejected.as_warning if _waits(job, item) else rejected


def _waits(job: ReplicatedJob, jobset: Object) -> bool:
    order = get_path(jobset.data, ("spec", "startupPolicy", "startupPolicyOrder"))
    is_first = next(replicated_jobs(jobset.data)).path == job.path
    return "dependsOn" in job.data or (order == "InOrder" and not is_first)


def _refused(found: Finding, name: str, path: Path) -> Finding:
    field = f"{_field(path)}: " if path else ""
    return found._replace(message=f"{name} is refused: {field}{found.message}")


def _field(path: Path) -> str:
    """Return a path as the API server writes it."""
    parts = (f".{part}" if isinstance(part, str) and part.isalnum() else f"[{part}]" for part in path)
    return "".join(parts).removeprefix(".")


def _attribute(found: Finding, training: Training, schemas: Schemas) -> Finding:
    data, path, hint = found.object.data, found.path, found.hint
    place = next(
        place for place in trace_origins(training, data, existing_ancestor(data, path)) if _is_user_written(place)
    )
    more = _RESOURCES[TrainerRelease(schemas.trainer)] if "resources" in path else None
    hints = "; ".join(filter(None, (hint, more))) or None
    return found._replace(object=place[0], path=place[1], hint=hints, related=_limit(training, data, path, place))


def _limit(training: Training, expanded: Data, path: Path, attributed: Origin) -> Origin | None:
    """Return where the other object sets the limit of a wrong resource; None if it does not."""
    side = next((place for place, part in enumerate(path) if part in ("limits", "requests")), None)
    if side is None or "resources" not in path[:side]:
        return None
    limits = trace_origins(training, expanded, (*path[:side], "limits", *path[side + 1 :]))
    others = (place for place in limits if place[0] is not attributed[0] and _is_user_written(place))
    return next((place for place in others if "limits" in place[1]), None)


def _is_user_written(place: Origin) -> bool:
    """Return True if an object is the user's. A stock runtime is not in a file."""
    return bool(place[0].document.content)

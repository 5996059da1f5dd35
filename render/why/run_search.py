"""Find a run by its name, or list the runs of an index."""

from render.manifests.fields import text_at
from render.why.object_index import ObjectIndex
from render.why.training_run import ROOTS, RUN_LABELS, TrainingRun

_EVENT_KINDS = ("TrainJob", "JobSet", "PyTorchJob", "MPIJob")
"""Kinds of runs of which events stay after their deletion."""


class NoRunError(Exception):
    """The run was not found. The message has the names that were."""


def find_run(index: ObjectIndex, name: str, namespace: str | None) -> TrainingRun:
    """Return the run of a name, or of `KIND/NAME`. Without a namespace, all are searched. Raises NoRunError."""
    kind, _, name = name.rpartition("/")
    runs = [one for one in list_runs(index) if namespace in (None, one.namespace)]
    found = [one for one in runs if one.name == name and kind.lower() in ("", one.kind.lower())]
    if not found:
        listed = ", ".join(sorted({f"`{one.namespace}/{one.name}`" for one in runs})[:10]) or "none"
        raise NoRunError(f"no run `{name}`{f' in namespace `{namespace}`' if namespace else ''}; runs here: {listed}")
    places = sorted({one.namespace for one in found})
    if len(places) > 1:
        listed = ", ".join(f"`{place}`" for place in places)
        raise NoRunError(f"`{name}` is in several namespaces: {listed}; name one with `-n`")
    return found[0]


def list_runs(index: ObjectIndex) -> list[TrainingRun]:
    """Return the runs of an index: the user's objects, then runs of which only pods were read."""
    found: dict[tuple[str, str], TrainingRun] = {}
    for kind in ROOTS:
        for root in index.all(kind):
            is_child = any(owner in ("JobSet", "TrainJob", "MPIJob", "PyTorchJob") for owner, _ in root.owners)
            key = root.namespace, root.name
            if not (is_child or key in found):
                found[key] = TrainingRun(index, root.kind, root.namespace, root.name, root)
    for pod in index.all("/Pod"):
        for name in {text_at(pod.labels, key) for key in RUN_LABELS} - {""}:
            run = TrainingRun(index, "run", pod.namespace, name, None)
            found.setdefault((pod.namespace, name), run)
    for kind in _EVENT_KINDS:
        for namespace, name in index.events.names(kind):
            found.setdefault((namespace, name), TrainingRun(index, kind, namespace, name, None))
    return list(found.values())

"""Job of Kubernetes, Indexed or with one pod: its pods are the nodes of a run.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/
"""

from render.importers.parts.gang import consume_trainer_gang
from render.importers.parts.host_names import node_host
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.nodes import TAKE_TURNS, NodePods, consume_nodes, report_backoff
from render.importers.parts.run import consume_marks, consume_metadata
from render.kube.gvk import GroupVersionKind
from render.spec.codes import NOT_IMPORTED

KIND = GroupVersionKind("batch", "v1", "Job")


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a Job."""
    whole = source.item.data
    rest, notes = RemainingFields.of(whole), ImportNotes(lambda path: (source.item, path))
    name, namespace = consume_metadata(rest, notes)
    spec = rest.section("spec")
    template, size = spec.section("template"), int(spec.data.get("parallelism") or 1)
    is_indexed = spec.data.get("completionMode") == "Indexed"
    if size > 1 and not is_indexed:
        message = f"runs {size} pods that have no rank: it has no `completionMode: Indexed`"
        hint = "keep the Job for independent pods; a run needs Indexed ones"
        notes.add(NOT_IMPORTED, ("spec", "parallelism"), message, hint)
        return ImportResult({}, tuple(notes.problems))
    if int(spec.data.get("completions") or size) != size:
        notes.add(NOT_IMPORTED, ("spec", "completions"), TAKE_TURNS, "keep the Job for a queue of work")
        return ImportResult({}, tuple(notes.problems))
    for key in ("completionMode", "completions", "parallelism"):
        spec.consume(key)
    spec.drop_if("manualSelector", False)  # noqa: FBT003 - the value of a field
    values = {"name": name, **consume_trainer_gang([], [rest.section("metadata")], [template], notes)}
    if values.get("scheduler") == "kueue":
        spec.consume("suspend")
    report_backoff(spec, notes)
    values |= {key: spec.consume(key) for key in ("ttlSecondsAfterFinished", "activeDeadlineSeconds")}
    values["suspend"] = spec.consume("suspend") or None
    domain = str(template.section("spec").data.get("subdomain", ""))
    hosts = {"": lambda index: node_host(name, index)}
    values |= consume_nodes(NodePods(name, template, size, hosts, domain), notes)
    values["metadata"] = consume_marks(rest)
    notes.report_remaining(rest, whole)
    return ImportResult(drop_empty(values), tuple(notes.problems), namespace, "the Job controller")

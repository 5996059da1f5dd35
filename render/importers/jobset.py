"""JobSet with one replicated job, whose pods are the nodes of a run.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/controllers/jobset_controller.go
"""

from render.importers.parts.gang import consume_trainer_gang
from render.importers.parts.host_names import Rank, node_host
from render.importers.parts.importer import ImportNotes, ImportResult, ImportSource, RemainingFields, drop_empty
from render.importers.parts.jobset import (
    consume_checkpoint_claim,
    consume_deadline,
    consume_jobset,
    consume_replicated_job,
)
from render.importers.parts.nodes import TAKE_TURNS, NodePods, consume_nodes, report_backoff, report_texts
from render.importers.parts.pod import main_container
from render.importers.parts.run import consume_marks, consume_metadata
from render.kube.gvk import GroupVersionKind
from render.spec.codes import NOT_IMPORTED

KIND = GroupVersionKind("jobset.x-k8s.io", "v1alpha2", "JobSet")

_LABEL = "metadata.labels['jobset.sigs.k8s.io/job-index']"
_INDEX = "metadata.annotations['jobset.sigs.k8s.io/job-index']"


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a JobSet."""
    whole = source.item.data
    rest, notes = RemainingFields.of(whole), ImportNotes(lambda path: (source.item, path))
    name, namespace = consume_metadata(rest, notes)
    spec = rest.section("spec")
    jobs = spec.items("replicatedJobs")
    if len(jobs) != 1:
        message = f"has {len(jobs)} replicated jobs; a spec has nodes of one kind, which all run the same program"
        hint = "keep the JobSet, or import the job that trains alone and download data with `initializers`"
        notes.add(NOT_IMPORTED, ("spec", "replicatedJobs"), message, hint)
        return ImportResult({}, tuple(notes.problems))
    [role] = jobs
    title, copies = str(role.data.get("name")), int(role.consume("replicas", 1))
    job = role.section("template", "spec")
    size = int(job.data.get("parallelism") or 1)
    if int(job.data.get("completions") or size) != size:
        path = (*job.path, "completions")
        notes.add(NOT_IMPORTED, path, TAKE_TURNS, "keep the JobSet for a queue of work")
        return ImportResult({}, tuple(notes.problems))
    if job.data.get("completionMode", "NonIndexed") != "Indexed" and size > 1:
        job.data.pop("completionMode", None)
    template = job.section("template")
    domain = str(spec.section("network").consume("subdomain", name))
    values = consume_jobset(spec, name, title) | {"name": name}
    values |= consume_trainer_gang([], [rest.section("metadata")], [template], notes)
    if values.get("scheduler") == "kueue":
        values["suspend"] = None  # Kueue sets it
    report_backoff(job, notes)
    checkpoints = consume_checkpoint_claim(spec, main_container(template.section("spec"), None), name, notes)
    nodes = copies * consume_replicated_job(role, ())
    values["activeDeadlineSeconds"] = consume_deadline(role)
    _replace_job_index(template, size)
    hosts = {f"{title}-{copy}": _ranks(name, copy * size) for copy in range(copies)}
    values |= consume_nodes(NodePods(name, template, nodes, hosts, domain), notes)
    values["storage"] |= {"checkpoints": checkpoints} if checkpoints else {}
    if copies > 1 and size > 1:
        path = (*role.path, "replicas")
        report_texts(values, {"JOB_COMPLETION_INDEX": "write `$(NODE_RANK)`, which counts all nodes"}, path, notes)
    values["metadata"] = consume_marks(rest)
    notes.report_remaining(rest, whole)
    return ImportResult(drop_empty(values), tuple(notes.problems), namespace, "JobSet")


def _ranks(run: str, first: int) -> Rank:
    """Return the new names of the pods of a Job by their index; `first` is the rank of its first pod."""
    return lambda index: node_host(run, first + index)


def _replace_job_index(template: RemainingFields, size: int) -> None:
    """Replace the index of a Job by that of its pod, where each Job has one pod: the run has one Job."""
    for container in template.section("spec").items("containers"):
        for variable in container.items("env"):
            field = variable.section("valueFrom", "fieldRef")
            if size == 1 and field.data.get("fieldPath") in (_LABEL, _INDEX):
                field.data["fieldPath"] = "metadata.annotations['batch.kubernetes.io/job-completion-index']"

"""ADM508 job-selector-forbidden: a Job has a selector or labels that the API server generates.

A Job finds its pods by a selector with its own UID, which the API server writes into the Job and its template. Only
with `manualSelector: true` can a Job have its own selector, which must then match its template's labels; a CronJob's
Jobs cannot. The API server rejects the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#specifying-your-own-pod-selector

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      selector: {matchLabels: {app: eval}}
      template:
        metadata: {labels: {app: eval}}
        spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      template:
        metadata: {labels: {app: eval}}
        spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}
"""

from collections.abc import Iterator

from render.kube.selector import matches
from render.manifests.jobs import Job
from render.rules.admission import _selector
from render.rules.admission._field_errors import invalid, required, unsupported
from render.rules.rule import Finding, rule

_NAME_LABELS = ("job-name", "batch.kubernetes.io/job-name")
_UID_LABELS = ("controller-uid", "batch.kubernetes.io/controller-uid")


@rule(keys=("manualSelector", "selector", *_NAME_LABELS, *_UID_LABELS))
def check(job: Job) -> Iterator[Finding]:
    """Check the selector, and the labels that it selects."""
    selector, path = job.spec.get("selector"), (*job.spec_path, "selector")
    hint = "remove `selector`: the API server generates it"
    if job.object.kind.name == "CronJob":
        if selector is not None:
            yield invalid(path, selector, "`selector` will be auto-generated", hint)
        if job.spec.get("manualSelector"):
            yield unsupported((*job.spec_path, "manualSelector"), value=True, choices=["false"])
    elif job.spec.get("manualSelector"):
        yield from _check_manual(job)
    elif selector is not None and not matches(selector, _labels(job)):
        yield invalid(path, selector, "`selector` not auto-generated", hint)
    else:
        yield from _check_generated(job)


def _labels(job: Job) -> dict[str, str]:
    """Return the labels that every pod of a Job has."""
    name: str = job.metadata.get("name", "")
    return dict.fromkeys(_NAME_LABELS, name)


def _check_manual(job: Job) -> Iterator[Finding]:
    selector, path = job.spec.get("selector"), (*job.spec_path, "selector")
    labels = job.spec.get("template", {}).get("metadata", {}).get("labels", {})
    if selector is None:
        yield required(path)
        return
    malformed = list(_selector.check_selector(path, selector))
    yield from malformed
    if not malformed and not matches(selector, labels):
        place = (*job.spec_path, "template", "metadata", "labels")
        yield invalid(place, labels, "`selector` does not match template `labels`")


def _check_generated(job: Job) -> Iterator[Finding]:
    labels = job.spec.get("template", {}).get("metadata", {}).get("labels", {})
    path, names = (*job.spec_path, "template", "metadata", "labels"), _labels(job)
    for key in _UID_LABELS:
        if key in labels:
            yield invalid((*path, key), labels[key], "must be the Job's UID", f"remove `{key}`")
    for key, name in names.items():
        # The name of a Job inside another kind is unknown.
        if key in labels and labels[key] != name and not job.is_opaque:
            yield invalid((*path, key), labels[key], f"must be the Job's name, '{name}'", f"remove `{key}`")

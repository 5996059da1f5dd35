"""ADM512 job-metadata-malformed: a Job template has invalid labels or annotations.

Jobs get the labels and annotations of their template. The API server stores a JobSet or a runtime without validating
them; it rejects the Jobs when a controller creates them, and the workload waits forever.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template:
          metadata: {labels: {model: meta/llama}}
          spec: {template: {spec: {containers: [{name: main, image: train}]}}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template:
          metadata: {labels: {model: llama}}
          spec: {template: {spec: {containers: [{name: main, image: train}]}}}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.jobs import Job
from render.rules.admission._field_errors import invalid
from render.rules.admission.metadata import _annotations
from render.rules.rule import Finding, rule


@rule
def check(job: Job) -> Iterator[Finding]:
    """Check labels and annotations of Job templates; ADM105 and ADM106 check those of a Job."""
    if not job.is_opaque:
        return
    path = (*job.path, "metadata")
    for key, text, why in labels.errors(job.metadata.get("labels", {})):
        yield invalid((*path, "labels", key), text, why, "use an annotation for free text")
    yield from _annotations.check_annotations((*path, "annotations"), job.metadata.get("annotations", {}))

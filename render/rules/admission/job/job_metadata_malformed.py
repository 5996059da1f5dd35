"""ADM512 job-metadata-malformed: the Jobs that a controller will make have labels or annotations that there can't be.

Labels and annotations of a Job's template are those of the Jobs. The API server stores a JobSet or a runtime without
reading them, refuses the Jobs when they are made, and the workload waits for ever.

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

from render.kube import labels
from render.manifests.jobs import Job
from render.rules.admission._refusal import invalid
from render.rules.admission.metadata import _annotations
from render.rules.rule import Finding, rule


@rule
def check(job: Job) -> Iterator[Finding]:
    """Yield what is wrong with each label and annotation; those of a Job itself are every object's."""
    if not job.is_opaque:
        return
    path = (*job.path, "metadata")
    for key, text, why in labels.refused(job.metadata.get("labels", {})):
        yield invalid((*path, "labels", key), text, why, "put free text into an annotation")
    yield from _annotations.malformed((*path, "annotations"), job.metadata.get("annotations", {}))

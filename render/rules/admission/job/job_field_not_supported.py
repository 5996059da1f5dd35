"""ADM511 job-field-not-supported: a Job that a controller will make has a value that no Job can have.

The API server stores a JobSet or a runtime without reading the Jobs in it, and the definitions of these kinds do not
repeat what a Job's fields can be. It refuses the Jobs when a controller makes them, and the workload waits for ever.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template: {spec: {backoffLimit: -1, template: {spec: {containers: [{name: main, image: train}]}}}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template: {spec: {backoffLimit: 0, template: {spec: {containers: [{name: main, image: train}]}}}}
"""

from collections.abc import Iterator

from render.manifests.jobs import Job
from render.rules.admission._limits import beyond, of_job
from render.rules.rule import Finding, rule


@rule
def check(job: Job) -> Iterator[Finding]:
    """Yield each such value, where nobody else says so."""
    if job.is_opaque:
        yield from beyond(job.spec_path, job.spec, of_job())

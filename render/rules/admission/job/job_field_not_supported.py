"""ADM511 job-field-not-supported: a Job template has a value that the API server rejects in Jobs.

The API server stores a JobSet or a runtime without validating its Job templates, and the CRDs of these kinds do not
repeat the limits of Job fields. It rejects the Jobs when a controller creates them, and the workload waits forever.

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
from render.rules.admission._schema_limits import check_limits, job_schema
from render.rules.rule import Finding, rule


@rule
def check(job: Job) -> Iterator[Finding]:
    """Check the Job spec of kinds whose schema does not."""
    if job.is_opaque:
        yield from check_limits(job.spec_path, job.spec, job_schema())

"""ADM507 manager-malformed: a Job's `managedBy` is not a valid controller name.

The value is a domain and a path, such as `kueue.x-k8s.io/multikueue`, with at most 63 characters. The API server
rejects the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#delegation-of-managing-a-job-object-to-external-controller

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      managedBy: multikueue
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval}
    spec:
      managedBy: kueue.x-k8s.io/multikueue
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
"""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.jobs import Job
from render.rules.admission._field_errors import each_invalid, required
from render.rules.rule import Finding, rule


@rule(keys=("managedBy",))
def check(job: Job) -> Iterator[Finding]:
    """Check the name of the controller."""
    manager, path = job.spec.get("managedBy"), (*job.spec_path, "managedBy")
    if manager == "":
        yield required(path)
    elif manager is not None:
        yield from each_invalid(path, manager, names.manager_errors(manager))

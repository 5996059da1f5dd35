"""ADM507 manager-malformed: a Job's `managedBy` names no controller.

The value is a domain with a path behind it, such as `kueue.x-k8s.io/multikueue`, of at most 63 characters. The API
server refuses the Job.

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

from render.kube import names
from render.manifests.jobs import Job
from render.rules.admission._refusal import each_invalid, required
from render.rules.rule import Finding, rule


@rule(keys=("managedBy",))
def check(job: Job) -> Iterator[Finding]:
    """Yield what is wrong with the name."""
    manager, path = job.spec.get("managedBy"), (*job.spec_path, "managedBy")
    if manager == "":
        yield required(path)
    elif manager is not None:
        yield from each_invalid(path, manager, names.manager(manager))

"""ADM917 numa-without-whole-cpus: a task has a NUMA topology policy, but a container has no whole number of CPUs.

With a `topologyPolicy` other than `none` every container of a task, including init containers, needs an integer CPU
request, or without a request an integer CPU limit. Volcano's webhook rejects the Job.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      tasks:
        - name: worker
          replicas: 2
          topologyPolicy: single-numa-node
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train, resources: {limits: {cpu: 1500m}}}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      tasks:
        - name: worker
          replicas: 2
          topologyPolicy: single-numa-node
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train, resources: {limits: {cpu: 2}}}]
"""

from collections.abc import Iterator

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission.volcano._tasks import JOB, tasks
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("topologyPolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the CPUs of each container."""
    for task in tasks(item):
        spec = task.data.get("template", {}).get("spec", {})
        for key in ("containers", "initContainers") if task.data.get("topologyPolicy", "none") != "none" else ():
            for place, container in list_items((*task.path, "template", "spec"), spec, key):
                resources = container.get("resources", {})
                cpus = amount((resources.get("requests") or resources.get("limits", {})).get("cpu", 0))
                if not cpus or cpus.denominator != 1:
                    yield Finding(
                        (*place, "resources"), "the cpu request isn't an integer", "request a whole number of CPUs"
                    )

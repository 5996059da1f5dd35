"""ADM905 partitions-contradict: a task's partitions do not add up to its replicas.

With a `partitionPolicy`, a task's `replicas` is `totalPartitions` times `partitionSize`. With `minPartitions`,
`minAvailable` is `minPartitions` times `partitionSize`, or not set. Volcano's webhook rejects the Job.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      tasks:
        - name: worker
          replicas: 2
          partitionPolicy: {totalPartitions: 2, partitionSize: 2}
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      tasks:
        - name: worker
          replicas: 2
          partitionPolicy: {totalPartitions: 2, partitionSize: 1}
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.admission.volcano._tasks import JOB, tasks
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("partitionPolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the partitions of each task."""
    for task in tasks(item):
        policy = task.data.get("partitionPolicy")
        if policy is None:
            continue
        total, size, least = (policy.get(key, 0) for key in ("totalPartitions", "partitionSize", "minPartitions"))
        if task.replicas != total * size:
            why = f"not equal to totalPartitions*partitionSize in task: {task.name}"
            yield invalid((*task.path, "replicas"), task.replicas, why, f"set `replicas: {total * size}`")
        elif least > 0 and task.min_available != least * size:
            why = f"not equal to minPartitions*partitionSize in task: {task.name}"
            yield invalid(
                (*task.path, "minAvailable"),
                task.min_available,
                why,
                f"set `minAvailable: {least * size}`, or remove it",
            )

"""ADM904 too-few-pods: a Volcano Job requires more pods than it has.

`minAvailable` is the number of pods that must be scheduled together. A task's is at most its `replicas`, the Job's at
most the `replicas` of all tasks together. Volcano's webhook rejects the Job.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      minAvailable: 3
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      minAvailable: 2
      tasks:
        - name: worker
          replicas: 2
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


@rule(kinds=(JOB,), keys=("minAvailable", "partitionPolicy"))
def check(item: Object) -> Iterator[Finding]:
    """Check each `minAvailable`."""
    total = 0
    for task in tasks(item):
        total += task.replicas
        if task.min_available > task.replicas:
            why = f"'minAvailable' is greater than 'replicas' in task: {task.name}"
            yield invalid((*task.path, "minAvailable"), task.min_available, why)
    least = item.data.get("spec", {}).get("minAvailable", 0)
    if least > total:
        why = "job 'minAvailable' should not be greater than total replicas in tasks"
        yield invalid(("spec", "minAvailable"), least, why, f"the tasks have {total} replicas")

"""ADM902 task-name-repeated: two tasks of a Volcano Job have the same name.

Task names become parts of pod names. Volcano's webhook rejects a repeated name.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
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
      tasks:
        - name: launcher
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission.volcano._tasks import JOB, tasks
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,))
def check(item: Object) -> Iterator[Finding]:
    """Check for repeated names."""
    seen: set[str] = set()
    for task in tasks(item):
        if task.name in seen:
            yield Finding((*task.path, "name"), f"duplicated task name {task.name}")
        seen.add(task.name)

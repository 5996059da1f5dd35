"""ADM916 tasks-circular: tasks of a Volcano Job depend on each other, or on an unknown task.

A task starts after the tasks in its `dependsOn.name`. Volcano's webhook rejects a Job with a task that never starts:
because of a cycle, an unknown name, or a repeated name.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      tasks:
        - name: master
          replicas: 2
          dependsOn: {name: [worker]}
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
        - name: worker
          replicas: 2
          dependsOn: {name: [master]}
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
        - name: master
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
        - name: worker
          replicas: 2
          dependsOn: {name: [master]}
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission.volcano._graph import find_blocked
from render.rules.admission.volcano._tasks import JOB, tasks
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("dependsOn",))
def check(item: Object) -> Iterator[Finding]:
    """Check that every task can start."""
    found = list(tasks(item))
    waits_for = {task.name: task.data.get("dependsOn", {}).get("name", []) for task in found}
    blocked = find_blocked(waits_for)
    for task in found:
        if task.name in blocked:
            why = "job has dependencies between tasks, but doesn't form a directed acyclic graph (DAG)"
            names = ", ".join(f"`{name}`" for name in waits_for[task.name])
            yield Finding((*task.path, "dependsOn"), f"{why}: `{task.name}` waits for {names} forever")

"""ADM903 pod-name-too-long: the names of a Volcano Job's pods are too long.

Volcano's webhook checks the name `JOB-TASK-INDEX`, where the index is the task's position in the list, and rejects more
than 63 characters. The actual pod names contain the pod's index instead, which can be longer: leave room for it.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: llama-3-1-70b-instruct-supervised-fine-tuning-on-tulu-3}
    spec:
      tasks:
        - name: deepspeed-worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: llama-70b-sft}
    spec:
      tasks:
        - name: deepspeed-worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.kube.server_defaults import name_of
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.admission.volcano._tasks import JOB, tasks
from render.rules.rule import Finding, rule

_MAX = 63


@rule(kinds=(JOB,))
def check(item: Object) -> Iterator[Finding]:
    """Check the length of the Job's name, and of the pod names of each task."""
    job = name_of(item.data.get("metadata", {}))
    if len(job) > _MAX:
        yield invalid(("metadata", "name"), job, f"must be no more than {_MAX} characters")
    for task in tasks(item):
        name = f"{job}-{task.name}-{task.path[-1]}"
        if len(job) <= _MAX < len(name):
            hint = f"shorten the Job's name to at most {max(1, _MAX - len(name) + len(job))} characters"
            yield Finding((*task.path, "name"), f"pod name {name}: must be no more than {_MAX} characters", hint)

"""ADM903 pod-name-too-long: a Volcano Job's pods get names that are too long.

Volcano judges a pod's name by `JOB-TASK-POSITION`, where the position is the task's in the list, and refuses more
than 63 characters. The pods' own numbers come after that check, so leave room for them.

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

from render.kube.generated import name_of
from render.manifests.objects import Object
from render.rules.admission._refusal import invalid
from render.rules.admission.volcano._tasks import JOB, tasks
from render.rules.rule import Finding, rule

_MAX = 63


@rule(kinds=(JOB,))
def check(item: Object) -> Iterator[Finding]:
    """Yield each task whose pods' names are too long, and a Job's own name that is."""
    job = name_of(item.data.get("metadata", {}))
    if len(job) > _MAX:
        yield invalid(("metadata", "name"), job, f"must be no more than {_MAX} characters")
    for task in tasks(item):
        name = f"{job}-{task.name}-{task.path[-1]}"
        if len(job) <= _MAX < len(name):
            hint = f"give the Job a name of at most {max(1, _MAX - len(name) + len(job))} characters"
            yield Finding((*task.path, "name"), f"pod name {name}: must be no more than {_MAX} characters", hint)

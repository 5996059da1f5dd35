"""ADM901 tasks-missing: a Volcano Job has no tasks.

A Volcano Job runs the pods of its tasks. Volcano's webhook rejects a Job without tasks.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      minAvailable: 1
Use instead:
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
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import required
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,))
def check(item: Object) -> Iterator[Finding]:
    """Check that the Job has tasks."""
    if "tasks" not in item.data.get("spec", {}):
        yield required(("spec", "tasks"), "no task specified in job spec")

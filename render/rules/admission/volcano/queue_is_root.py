"""ADM918 queue-is-root: a Volcano Job uses the root queue.

Jobs go to queues without children. Volcano's webhook rejects a Job in the queue `root`.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      queue: root
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
      queue: research
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
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("queue",))
def check(item: Object) -> Iterator[Finding]:
    """Check the queue of the Job."""
    if item.data.get("spec", {}).get("queue") == "root":
        yield invalid(("spec", "queue"), "root", "can not submit job to root queue")

"""ADM943 cron-name-too-long: a Volcano CronJob's name is too long for the names of its Jobs.

Volcano appends eleven characters to a CronJob's name to name its Jobs, so the name has at most 52. Its webhook rejects
a longer one.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/cronjobs/validate/admit_cronjob.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: CronJob
    metadata: {name: llama-3-1-70b-instruct-evaluation-after-each-checkpoint}
    spec:
      schedule: 0 2 * * *
      jobTemplate:
        spec:
          tasks:
            - name: worker
              replicas: 2
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: CronJob
    metadata: {name: llama-70b-evaluation}
    spec:
      schedule: 0 2 * * *
      jobTemplate:
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

from render.kube.server_defaults import name_of
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule

_MAX = 52


@rule(kinds=("batch.volcano.sh/CronJob",))
def check(item: Object) -> Iterator[Finding]:
    """Check the length of the name."""
    name = name_of(item.data.get("metadata", {}))
    if len(name) > _MAX:
        why = f"cronJob name must be no more than {_MAX} characters to accommodate job name suffix"
        yield invalid(("metadata", "name"), name, why)

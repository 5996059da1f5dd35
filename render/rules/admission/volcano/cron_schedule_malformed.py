"""ADM944 cron-schedule-malformed: a Volcano CronJob's schedule is invalid.

The schedule has five fields, or is a name such as `@daily`; a time zone goes into `timeZone`. Volcano's webhook rejects
the CronJob.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/cronjobs/validate/admit_cronjob.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: CronJob
    metadata: {name: evaluation}
    spec:
      schedule: 0 26 * * *
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
    metadata: {name: evaluation}
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

from render.kube.formats import cron
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule

_PLACE = ("spec", "schedule")


@rule(kinds=("batch.volcano.sh/CronJob",))
def check(item: Object) -> Iterator[Finding]:
    """Check the schedule."""
    schedule = item.data.get("spec", {}).get("schedule")
    if schedule == "":
        yield required(_PLACE)
    elif schedule is not None and (why := cron.schedule_error(schedule)) is not None:
        yield invalid(_PLACE, schedule, why)

"""ADM510 schedule-malformed: a CronJob's schedule or time zone is invalid.

A schedule has five fields (minute, hour, day of month, month, day of week from 0 to 6), or is a name such as `@daily`
or `@every 6h`. A time zone goes into `timeZone` and has a name such as `Europe/Berlin`. The API server rejects the
CronJob. Whether a well-formed zone exists depends on the cluster, and is not checked.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax

Example:
    apiVersion: batch/v1
    kind: CronJob
    metadata: {name: eval}
    spec:
      schedule: 0 3 * * 7
      jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}}}
Use instead:
    apiVersion: batch/v1
    kind: CronJob
    metadata: {name: eval}
    spec:
      schedule: 0 3 * * 0
      jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}}}
"""

import re
from collections.abc import Iterator

from render.kube.formats import cron
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid, required
from render.rules.rule import Finding, rule

_ZONE_PART = re.compile(r"[A-Za-z._0-9+][A-Za-z._0-9+-]{0,13}")


@rule(kinds=("batch/CronJob",))
def check(item: Object) -> Iterator[Finding]:
    """Check the schedule and the time zone."""
    spec = item.data.get("spec", {})
    schedule, zone = spec.get("schedule"), spec.get("timeZone")
    if schedule == "":
        yield required(("spec", "schedule"))
    elif schedule is not None and (why := cron.schedule_error(schedule)) is not None:
        yield invalid(("spec", "schedule"), schedule, why)
    if zone is not None and (not _is_zone(zone) or zone.lower() == "local"):
        yield invalid(("spec", "timeZone"), zone, f"unknown time zone {zone}", "use a name such as `Etc/UTC`")


def _is_zone(text: str) -> bool:
    return all(part not in (".", "..") and _ZONE_PART.fullmatch(part) for part in text.split("/"))

"""ADM910 policy-repeated: two lifecycle policies have the same event or exit code.

Each event or exit code occurs once in the policies of a Job, and once in those of a task. Volcano's webhook rejects a
second policy for it, and any other event together with `*`.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      policies:
        - {event: PodFailed, action: RestartJob}
        - {events: [PodFailed, PodEvicted], action: AbortJob}
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
      policies:
        - {event: PodFailed, action: RestartJob}
        - {event: PodEvicted, action: AbortJob}
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
from render.manifests.paths import Data
from render.rules.admission._field_errors import duplicate
from render.rules.admission.volcano._policies import ANY, events, policies
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(kinds=(JOB,), keys=("policies",))
def check(item: Object) -> Iterator[Finding]:
    """Check for repeated events and exit codes."""
    for found in policies(item):
        seen: set[str | int] = set()
        for path, policy in found:
            for cause, place in _causes(path, policy):
                if cause in seen:
                    yield duplicate(place, cause)
                seen.add(cause)
        event_paths = [place for path, policy in found for place in events(path, policy).values()]
        if ANY in seen and len({cause for cause in seen if isinstance(cause, str)}) > 1:
            yield Finding(event_paths[-1], "if there's * here, no other policy should be here")


def _causes(path: Path, policy: Data) -> Iterator[tuple[str | int, Path]]:
    yield from events(path, policy).items()
    if "exitCode" in policy:
        yield policy["exitCode"], (*path, "exitCode")

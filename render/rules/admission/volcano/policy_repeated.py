"""ADM910 policy-repeated: two lifecycle policies are for the same event or exit code.

What happens on an event or an exit code is said once among the policies of a Job, and once among those of a task.
Volcano's webhook refuses a second policy for it, and any other beside one for `*`.

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
from render.manifests.places import Data
from render.rules.admission._refusal import duplicate
from render.rules.admission.volcano._policies import ANY, events, policies
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(kinds=(JOB,), keys=("policies",))
def check(item: Object) -> Iterator[Finding]:
    """Yield each event and exit code that a policy before is for."""
    for found in policies(item):
        seen: set[str | int] = set()
        for path, policy in found:
            for cause, place in _causes(path, policy):
                if cause in seen:
                    yield duplicate(place, cause)
                seen.add(cause)
        named = [place for path, policy in found for place in events(path, policy).values()]
        if ANY in seen and len({cause for cause in seen if isinstance(cause, str)}) > 1:
            yield Finding(named[-1], "if there's * here, no other policy should be here")


def _causes(path: Path, policy: Data) -> Iterator[tuple[str | int, Path]]:
    yield from events(path, policy).items()
    if "exitCode" in policy:
        yield policy["exitCode"], (*path, "exitCode")

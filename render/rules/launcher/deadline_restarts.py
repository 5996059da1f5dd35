"""RUN142 deadline-restarts: a run whose time is over starts again.

To a JobSet a Job that has reached its `activeDeadlineSeconds` is one that failed, and it restarts all of them: the time
limit counts anew, as often as `maxRestarts` says.

Source: https://jobset.sigs.k8s.io/docs/concepts/

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      failurePolicy:
        maxRestarts: 3
      replicatedJobs:
        - name: node
          template:
            spec:
              activeDeadlineSeconds: 86400
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      failurePolicy:
        maxRestarts: 3
        rules:
          - {name: deadline, action: FailJobSet, onJobFailureReasons: [DeadlineExceeded]}
      replicatedJobs:
        - name: node
          template:
            spec:
              activeDeadlineSeconds: 86400
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator

from render.manifests.jobset import replicated_jobs
from render.manifests.objects import Object
from render.problem import Severity
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, kinds=("jobset.x-k8s.io/JobSet",), keys=("activeDeadlineSeconds",))
def check(item: Object) -> Iterator[Finding]:
    """Look for a deadline beside restarts, where no rule speaks of it."""
    policy = item.data.get("spec", {}).get("failurePolicy", {})
    reasons = [rule.get("onJobFailureReasons", ()) for rule in policy.get("rules", ())]
    if not policy.get("maxRestarts") or any("DeadlineExceeded" in named or not named for named in reasons):
        return
    for job in replicated_jobs(item.data):
        if "activeDeadlineSeconds" in job.job:
            message = f"the run restarts when its time is over, up to {policy['maxRestarts']} times"
            hint = "a rule with `action: FailJobSet` and `onJobFailureReasons: [DeadlineExceeded]`"
            yield Finding((*job.job_path, "activeDeadlineSeconds"), message, hint)

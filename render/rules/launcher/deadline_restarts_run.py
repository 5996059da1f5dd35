"""RUN142 deadline-restarts-run: a run that exceeds its deadline starts again.

A JobSet treats a Job that exceeded its `activeDeadlineSeconds` as failed and restarts all Jobs, up to `maxRestarts`
times. The deadline starts anew each time.

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
    """Report a deadline with restarts if no failure policy rule covers it."""
    policy = item.data.get("spec", {}).get("failurePolicy", {})
    reasons = [rule.get("onJobFailureReasons", ()) for rule in policy.get("rules", ())]
    if not policy.get("maxRestarts") or any("DeadlineExceeded" in listed or not listed for listed in reasons):
        return
    for job in replicated_jobs(item.data):
        if "activeDeadlineSeconds" in job.job:
            message = f"the run restarts after its deadline, up to {policy['maxRestarts']} times"
            hint = "add a rule with `action: FailJobSet` and `onJobFailureReasons: [DeadlineExceeded]`"
            yield Finding((*job.job_path, "activeDeadlineSeconds"), message, hint)

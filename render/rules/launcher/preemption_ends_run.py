"""RUN143 preemption-ends-run: the first preempted pod ends the run.

A pod failure policy that fails the Job when a pod is preempted is half of a restart. The other half is a failure policy
of the JobSet that restarts the run without counting that failure. Without it the JobSet fails.

Source: https://github.com/kubernetes-sigs/jobset/issues/1117

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              podFailurePolicy:
                rules: [{action: FailJob, onPodConditions: [{type: DisruptionTarget, status: "True"}]}]
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
          - name: preempted
            action: RestartJobSetAndIgnoreMaxRestarts
            onJobFailureReasons: [PodFailurePolicy]
            onJobFailureMessagePatterns: [".*DisruptionTarget.*"]
      replicatedJobs:
        - name: node
          template:
            spec:
              podFailurePolicy:
                rules: [{action: FailJob, onPodConditions: [{type: DisruptionTarget, status: "True"}]}]
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


@rule(severity=Severity.WARNING, kinds=("jobset.x-k8s.io/JobSet",), keys=("onPodConditions",))
def check(item: Object) -> Iterator[Finding]:
    """Report Jobs that fail on preemption in a JobSet that neither restarts nor has rules for such a failure."""
    policy = item.data.get("spec", {}).get("failurePolicy", {})
    if policy.get("maxRestarts") or policy.get("rules"):
        return
    for job in replicated_jobs(item.data):
        for index, one in enumerate(job.job.get("podFailurePolicy", {}).get("rules", ())):
            kinds = {condition.get("type") for condition in one.get("onPodConditions", ())}
            if one.get("action") == "FailJob" and "DisruptionTarget" in kinds:
                path = (*job.job_path, "podFailurePolicy", "rules", index)
                hint = "add a JobSet failure policy rule with `action: RestartJobSetAndIgnoreMaxRestarts`"
                yield Finding(path, "a preempted pod fails its Job, but the JobSet doesn't restart", hint)

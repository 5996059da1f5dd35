"""ADM509 index-name-too-long: the host names of an indexed Job's pods would be none.

A pod of an indexed Job has the host name `NAME-INDEX`: a DNS label, of at most 63 characters and without dots, for the
largest index too. The API server refuses the Job.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode

Example:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval.llama}
    spec:
      completionMode: Indexed
      completions: 2
      parallelism: 2
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
Use instead:
    apiVersion: batch/v1
    kind: Job
    metadata: {name: eval-llama}
    spec:
      completionMode: Indexed
      completions: 2
      parallelism: 2
      template: {spec: {restartPolicy: Never, containers: [{name: main, image: eval}]}}
"""

from collections.abc import Iterator

from render.kube import dns
from render.manifests.jobs import Job
from render.rules.admission._refusal import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("batch/Job",), keys=("completionMode",))
def check(job: Job) -> Iterator[Finding]:
    """Yield that the largest index makes no host name of the Job's name."""
    name, completions = job.metadata.get("name", ""), job.spec.get("completions", 0)
    if name and job.is_indexed and completions > 0:
        host = f"{name}-{completions - 1}"
        for why in dns.label(host):
            yield invalid(("metadata", "name"), name, f"the host name '{host}' of its last pod {_continued(why)}")


def _continued(why: str) -> str:
    return why if why.startswith("must") else f"is none: {why}"

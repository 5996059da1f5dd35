"""ADM509 index-name-too-long: an indexed Job's name is too long for the host names of its pods.

A pod of an indexed Job has the host name `NAME-INDEX`: a DNS label without dots and with at most 63 characters, also
for the largest index. The API server rejects the Job.

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

from render.kube.formats import dns
from render.manifests.jobs import Job
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("batch/Job",), keys=("completionMode",))
def check(job: Job) -> Iterator[Finding]:
    """Check the host name of the pod with the largest index."""
    name, completions = job.metadata.get("name", ""), job.spec.get("completions", 0)
    if name and job.is_indexed and completions > 0:
        host = f"{name}-{completions - 1}"
        for why in dns.label_errors(host):
            yield invalid(("metadata", "name"), name, f"the host name '{host}' of its last pod {_predicate(why)}")


def _predicate(why: str) -> str:
    return why if why.startswith("must") else f"is invalid: {why}"

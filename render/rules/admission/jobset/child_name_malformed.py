"""ADM705 child-name-malformed: the names of a JobSet's Jobs or pods are invalid.

A Job is named `JOBSET-REPLICATEDJOB-INDEX`, a pod of an indexed Job `JOBSET-REPLICATEDJOB-INDEX-POD-xxxxx`. Both must
be labels of RFC 1035 with at most 63 characters, also for the largest index. With a replicated job `node` of up to ten
pods a JobSet's name can have 48 characters, with a `dataset-initializer` 33. JobSet's webhook rejects the object.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: llama-3-1-70b-instruct-sft-on-tulu-3-with-deepspeed-zero}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 16
              parallelism: 16
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: llama-70b-sft}
    spec:
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 16
              parallelism: 16
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.jobset import JOBSET, jobset_name, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule

_SUFFIX = "-abcde"
"""Same length as the suffix that the Job controller appends to a pod's host name."""


@rule(kinds=(JOBSET,))
def check(item: Object) -> Iterator[Finding]:
    """Check the longest name of the Jobs and pods of each replicated job."""
    jobset = jobset_name(item.data)
    for job in replicated_jobs(item.data) if jobset else ():
        place, last = (*job.path, "name"), job.replicas - 1
        name = job.job_name(jobset, last)
        reasons = list(dns.label_1035_errors(name))
        if job.indexes is not None:
            host = job.host_name(jobset, last, job.indexes - 1)
            reasons = reasons or [f"pod `{host}{_SUFFIX}`: {why}" for why in dns.label_1035_errors(host + _SUFFIX)]
            fitting = dns.MAX_LABEL - (len(host) - len(jobset)) - len(_SUFFIX)
        else:
            fitting = dns.MAX_LABEL - (len(name) - len(jobset))
        yield from each_invalid(place, name, reasons, _hint(jobset, fitting))


def _hint(jobset: str, fitting: int) -> str:
    """Return the hint: a shorter name, or valid characters; `fitting` is the maximum length."""
    if len(jobset) > fitting:
        return f"shorten the JobSet's name from {len(jobset)} to at most {fitting} characters"
    return "use lower case letters, digits and `-`, and start with a letter"

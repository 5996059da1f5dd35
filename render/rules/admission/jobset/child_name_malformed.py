"""ADM705 child-name-malformed: the Jobs or pods of a JobSet get names that they can't have.

A Job is called `JOBSET-REPLICATEDJOB-INDEX`, its numbered pods `JOBSET-REPLICATEDJOB-INDEX-POD-xxxxx`. Both must be
labels of RFC 1035 with at most 63 characters, at the largest index too. JobSet's webhook refuses the object: the name
of a JobSet whose replicated job `node` has up to ten pods can have 48 characters, that of one with a
`dataset-initializer` 33.

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

from render.kube import dns
from render.manifests.jobset import JOBSET, jobset_name, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._refusal import each_invalid
from render.rules.rule import Finding, rule

_SUFFIX = "-abcde"
"""Stands for what the Job controller puts behind a pod's host name to get its name."""


@rule(kinds=(JOBSET,))
def check(item: Object) -> Iterator[Finding]:
    """Yield what is wrong with the longest name of each replicated job's Jobs and pods."""
    jobset = jobset_name(item.data)
    for job in replicated_jobs(item.data) if jobset else ():
        place, last = (*job.path, "name"), job.replicas - 1
        name = job.job_name(jobset, last)
        refused = list(dns.label_1035(name))
        if job.indexes is not None:
            host = job.host_name(jobset, last, job.indexes - 1)
            refused = refused or [f"pod `{host}{_SUFFIX}`: {why}" for why in dns.label_1035(host + _SUFFIX)]
            fitting = dns.MAX_LABEL - (len(host) - len(jobset)) - len(_SUFFIX)
        else:
            fitting = dns.MAX_LABEL - (len(name) - len(jobset))
        yield from each_invalid(place, name, refused, _hint(jobset, fitting))


def _hint(jobset: str, fitting: int) -> str:
    """Return the way out: a name with other characters, or with no more of them."""
    if len(jobset) > fitting:
        return f"give the JobSet a name of at most {fitting} characters, not {len(jobset)}"
    return "write names in lower case letters, digits and `-`, with a letter first"

"""ADM719 coordinator-name-too-long: the address of a JobSet's coordinator is not a valid label value.

JobSet writes the coordinator's address, `JOBSET-REPLICATEDJOB-INDEX-POD.SUBDOMAIN`, into a label of every pod, and a
label value has at most 63 characters. The address contains the JobSet's name twice, unless `network.subdomain` sets a
shorter name. JobSet's webhook rejects the object.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: llama-3-1-70b-instruct-sft-tulu}
    spec:
      coordinator: {replicatedJob: node}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: llama-3-1-70b-instruct-sft-tulu}
    spec:
      coordinator: {replicatedJob: node}
      network: {subdomain: sft}
      replicatedJobs:
        - name: node
          template:
            spec:
              completions: 2
              parallelism: 2
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.jobset import JOBSET, jobset_name
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("coordinator",))
def check(item: Object) -> Iterator[Finding]:
    """Check the address as a label value."""
    spec, name = item.data.get("spec", {}), jobset_name(item.data)
    coordinator = spec.get("coordinator")
    if coordinator is None or not name:
        return
    role, index, pod = (
        coordinator.get("replicatedJob", ""),
        coordinator.get("jobIndex", 0),
        coordinator.get("podIndex", 0),
    )
    address = f"{name}-{role}-{index}-{pod}.{spec.get('network', {}).get('subdomain') or name}"
    hint = "shorten the JobSet's name, or set a short `network.subdomain`"
    yield from each_invalid(("spec", "coordinator"), address, labels.value_errors(address), hint)

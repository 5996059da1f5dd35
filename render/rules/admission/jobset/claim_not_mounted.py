"""ADM721 claim-not-mounted: no container mounts a claim template.

A claim template creates claims for containers that mount it by name. JobSet's webhook rejects a template that no
container of the JobSet mounts.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      volumeClaimPolicies:
        - templates:
            - metadata: {name: data}
              spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
      replicatedJobs:
        - name: node
          template:
            spec:
              template:
                spec:
                  containers:
                    - {name: main, image: train, volumeMounts: [{name: datasets, mountPath: /data}]}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      volumeClaimPolicies:
        - templates:
            - metadata: {name: data}
              spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Ti}}}
      replicatedJobs:
        - name: node
          template:
            spec:
              template:
                spec:
                  containers:
                    - {name: main, image: train, volumeMounts: [{name: data, mountPath: /data}]}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET, ReplicatedJob, replicated_jobs
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.admission._names import format_names
from render.rules.admission.jobset._claim_templates import claim_templates
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("volumeClaimPolicies",))
def check(item: Object) -> Iterator[Finding]:
    """Check that a container mounts each claim template."""
    mounted = {name for job in replicated_jobs(item.data) for name in _mounts(job)}
    for path, template in claim_templates(item):
        name = template.get("metadata", {}).get("name", "")
        if name not in mounted:
            why = f"replicatedJob containers don't have a matching volumeMount: {name} from VolumeClaimPolicies"
            yield invalid((*path, "metadata", "name"), name, why, f"the containers mount: {format_names(mounted)}")


def _mounts(job: ReplicatedJob) -> Iterator[str]:
    for _, container in job.containers:
        yield from (mount.get("name", "") for mount in container.get("volumeMounts", ()))

"""ADM722 claim-template-volume-conflict: a volume has the same name as a claim template.

JobSet adds a volume with the template's name to every pod that mounts it. Its webhook rejects a pod template that
already has a volume of this name.

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
                  volumes: [{name: data, emptyDir: {}}]
                  containers:
                    - {name: main, image: train, volumeMounts: [{name: data, mountPath: /data}]}
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
                  volumes: [{name: scratch, emptyDir: {}}]
                  containers:
                    - {name: main, image: train, volumeMounts: [{name: data, mountPath: /data}]}
"""

from collections.abc import Iterator

from render.manifests.jobset import JOBSET, replicated_jobs
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission._field_errors import invalid
from render.rules.admission.jobset._claim_templates import claim_templates
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("volumeClaimPolicies",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of each volume."""
    templates = {template.get("metadata", {}).get("name", "") for _, template in claim_templates(item)}
    for job in replicated_jobs(item.data) if templates else ():
        for place, volume in list_items(job.pod_path, job.pod, "volumes"):
            name = volume.get("name", "")
            if name in templates:
                why = f"volume name conflicts with VolumeClaimPolicy template name: {name}"
                yield invalid((*place, "name"), name, why)

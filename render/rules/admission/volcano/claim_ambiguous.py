"""ADM915 claim-ambiguous: a volume of a Volcano Job has no claim, or two.

A volume names an existing claim in `volumeClaimName`, or describes a new one in `volumeClaim`. Volcano's webhook
rejects a volume with both or neither, or with an invalid claim name.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/util.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      volumes: [{mountPath: /data}]
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      volumes: [{mountPath: /data, volumeClaimName: tulu}]
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.kube.formats import dns
from render.manifests.objects import Object
from render.manifests.paths import list_items
from render.rules.admission._field_errors import each_invalid
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule


@rule(kinds=(JOB,), keys=("volumes",))
def check(item: Object) -> Iterator[Finding]:
    """Check the claim of each volume."""
    for place, volume in list_items(("spec",), item.data.get("spec", {}), "volumes"):
        name, is_described = volume.get("volumeClaimName", ""), "volumeClaim" in volume
        if not name and not is_described:
            yield Finding(place, "either volumeClaim or volumeClaimName must be specified")
        elif name and is_described:
            hint = "remove `volumeClaim` to use an existing claim, or `volumeClaimName` to create one"
            yield Finding(place, "volumeClaim and volumeClaimName exclude each other", hint)
        elif name:
            yield from each_invalid((*place, "volumeClaimName"), name, dns.subdomain_errors(name))

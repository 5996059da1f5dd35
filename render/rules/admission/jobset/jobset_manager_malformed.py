"""ADM708 jobset-manager-malformed: a JobSet's `managedBy` is not a valid controller name.

`managedBy` is `DOMAIN/PATH`, such as `kueue.x-k8s.io/multikueue`, with at most 63 characters. JobSet's webhook rejects
the object.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      managedBy: multikueue
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      managedBy: kueue.x-k8s.io/multikueue
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.jobset import JOBSET
from render.manifests.objects import Object
from render.rules.admission._field_errors import each_invalid
from render.rules.rule import Finding, rule


@rule(kinds=(JOBSET,), keys=("managedBy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of the controller."""
    manager = item.data.get("spec", {}).get("managedBy")
    if manager is not None:
        yield from each_invalid(("spec", "managedBy"), manager, names.manager_errors(manager))

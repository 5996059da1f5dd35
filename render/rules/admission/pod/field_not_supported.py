"""ADM221 field-not-supported: a pod that a controller will make has a value that no pod can have.

The API server stores a JobSet, a runtime or a Ray cluster without reading the pods in it, and the definitions of
these kinds do not repeat what a pod's fields can be. It refuses the pods when a controller makes them, and the
workload waits for ever. Volcano's webhook reads the pods of its Jobs, and refuses these.

Source: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template:
          spec:
            template:
              spec: {containers: [{name: main, image: train, imagePullPolicy: always}]}
Use instead:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: node
        template:
          spec:
            template:
              spec: {containers: [{name: main, image: train, imagePullPolicy: Always}]}
"""

from collections.abc import Iterator

from render.manifests.pods import Pod
from render.rules.admission._limits import beyond, of_pod
from render.rules.rule import Finding, rule

_VOLCANO = "batch.volcano.sh"


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Yield each such value, where nobody else says so."""
    if pod.is_opaque or pod.object.kind.group == _VOLCANO:
        yield from beyond(pod.spec_path, pod.spec, of_pod())

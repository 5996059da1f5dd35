"""ADM221 field-not-supported: a pod template has a value that the API server rejects in pods.

The API server stores a JobSet, a runtime or a Ray cluster without validating its pod templates, and the CRDs of these
kinds do not repeat the limits of pod fields. It rejects the pods when a controller creates them, and the workload waits
forever. Volcano's webhook validates the pods of its Jobs, and rejects these.

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
from render.rules.admission._schema_limits import check_limits, pod_schema
from render.rules.rule import Finding, rule

_VOLCANO = "batch.volcano.sh"


@rule
def check(pod: Pod) -> Iterator[Finding]:
    """Check the pod spec of kinds whose schema and webhook do not."""
    if pod.is_opaque or pod.object.kind.group == _VOLCANO:
        yield from check_limits(pod.spec_path, pod.spec, pod_schema())

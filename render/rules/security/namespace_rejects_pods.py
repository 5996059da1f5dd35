"""SEC109 namespace-rejects-pods: the namespace of the pods enforces a Pod Security standard that rejects them.

The label `pod-security.kubernetes.io/enforce` of the namespace is in the same files. The API server creates a Job or a
JobSet there and rejects each of its pods: nothing starts.

Source: https://kubernetes.io/docs/concepts/security/pod-security-admission/

Example:
    apiVersion: v1
    kind: Namespace
    metadata: {name: team, labels: {pod-security.kubernetes.io/enforce: baseline}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train, namespace: team}
    spec:
      template:
        spec:
          restartPolicy: Never
          hostNetwork: true
          dnsPolicy: ClusterFirstWithHostNet
          containers: [{name: node, image: "registry.example/train:1"}]
Use instead:
    apiVersion: v1
    kind: Namespace
    metadata: {name: team, labels: {pod-security.kubernetes.io/enforce: privileged}}
    ---
    apiVersion: batch/v1
    kind: Job
    metadata: {name: train, namespace: team}
    spec:
      template:
        spec:
          restartPolicy: Never
          hostNetwork: true
          dnsPolicy: ClusterFirstWithHostNet
          containers: [{name: node, image: "registry.example/train:1"}]
"""

from collections.abc import Iterator

from render.manifests.namespaces import enforced_levels
from render.manifests.objects import object_namespace
from render.manifests.pod_security import listed, violations
from render.manifests.pods import pods
from render.rules.rule import Finding, Objects, rule


@rule(kinds=("/Namespace",), keys=("pod-security.kubernetes.io/enforce",))
def check(items: Objects) -> Iterator[Finding]:
    """Judge the pods of each object whose namespace names its level."""
    levels = enforced_levels(items)
    for item in items:
        if level := levels.get(object_namespace(item)):
            found = [one for pod in pods(item) for one in violations(pod, *level)]
            if found:
                message = f"its namespace enforces the Pod Security standard `{level.name}`, which rejects the pods"
                hint = "change the pods, or use a namespace with another level"
                yield Finding(found[0].path, f"{message}: {listed(found)}", hint, item)

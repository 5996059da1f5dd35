"""ADM306 variable-name-malformed: an environment variable has no name, or an invalid one.

Since Kubernetes 1.32 a name is any printable ASCII text without `=`; the same applies to the `prefix` of `envFrom`. The
API server rejects the pod.

Source: https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, env: [{name: NCCL_DEBUG=INFO}]}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec: {containers: [{name: main, image: train, env: [{name: NCCL_DEBUG, value: INFO}]}]}
"""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid, required
from render.rules.rule import Finding, rule


@rule(keys=("env", "prefix"))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each name and each prefix."""
    for container in pod.containers:
        for path, variable in list_items(container.path, container.data, "env"):
            if name := variable.get("name", ""):
                yield from each_invalid((*path, "name"), name, names.variable_errors(name))
            else:
                yield required((*path, "name"))
        for path, source in list_items(container.path, container.data, "envFrom"):
            if prefix := source.get("prefix", ""):
                yield from each_invalid((*path, "prefix"), prefix, names.variable_errors(prefix))

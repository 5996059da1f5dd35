"""ADM205 toleration-contradicts: the fields of a toleration conflict.

`Exists` takes no value; without a key the operator must be `Exists`, which tolerates every taint; `tolerationSeconds`
requires the effect `NoExecute`; keys and values have the form of labels. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      tolerations: [{key: nvidia.com/gpu, operator: Exists, value: present}]
      containers: [{name: main, image: train}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      tolerations: [{key: nvidia.com/gpu, operator: Exists}]
      containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.paths import Data, list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid, invalid
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(keys=("tolerations",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check each toleration."""
    for path, toleration in list_items(pod.spec_path, pod.spec, "tolerations"):
        yield from _check_toleration(path, toleration)


def _check_toleration(path: Path, toleration: Data) -> Iterator[Finding]:
    operator = toleration.get("operator", "")
    key, value, effect = (toleration.get(part, "") for part in ("key", "value", "effect"))
    if key:
        yield from each_invalid((*path, "key"), key, labels.key_errors(key))
    elif operator != "Exists":
        why = "operator must be Exists when `key` is empty, which means to tolerate everything"
        yield invalid((*path, "operator"), operator, why, "set `operator: Exists`, or a key")
    if "tolerationSeconds" in toleration and effect != "NoExecute":
        yield invalid((*path, "effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")
    if operator == "Exists" and value:
        why = "value must be empty when `operator` is 'Exists'"
        yield invalid((*path, "operator"), value, why, "remove `value`, or set `operator: Equal`")
    elif operator in ("", "Equal"):
        yield from each_invalid((*path, "operator"), value, labels.value_errors(value))

"""ADM205 toleration-contradicts: the parts of a toleration do not go together.

`Exists` takes no value; without a key only `Exists` makes sense, and tolerates everything; `tolerationSeconds` counts
for the effect `NoExecute` alone; keys and values have the form of labels. The API server refuses the pod.

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

from render.kube import labels
from render.manifests.places import Data, listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid, invalid
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(keys=("tolerations",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each toleration."""
    for path, toleration in listed(pod.spec_path, pod.spec, "tolerations"):
        yield from _contradictions(path, toleration)


def _contradictions(path: Path, toleration: Data) -> Iterator[Finding]:
    operator = toleration.get("operator", "")
    key, value, effect = (toleration.get(part, "") for part in ("key", "value", "effect"))
    if key:
        yield from each_invalid((*path, "key"), key, labels.key(key))
    elif operator != "Exists":
        why = "operator must be Exists when `key` is empty, which means to tolerate everything"
        yield invalid((*path, "operator"), operator, why, "write `operator: Exists`, or a key")
    if "tolerationSeconds" in toleration and effect != "NoExecute":
        yield invalid((*path, "effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")
    if operator == "Exists" and value:
        why = "value must be empty when `operator` is 'Exists'"
        yield invalid((*path, "operator"), value, why, "leave out `value`, or write `operator: Equal`")
    elif operator in ("", "Equal"):
        yield from each_invalid((*path, "operator"), value, labels.value(value))

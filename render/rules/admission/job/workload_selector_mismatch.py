"""ADM520 workload-selector-mismatch: a workload's selector does not match its pods.

The selector of a Deployment, ReplicaSet, StatefulSet or DaemonSet must match the labels of its template, and must not
be empty. The API server rejects the object.

Source: https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#selector

Example:
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: store}
    spec:
      selector: {matchLabels: {app: store}}
      template: {metadata: {labels: {app: cache}}, spec: {containers: [{name: main, image: store}]}}
Use instead:
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: store}
    spec:
      selector: {matchLabels: {app: store}}
      template: {metadata: {labels: {app: store}}, spec: {containers: [{name: main, image: store}]}}
"""

from collections.abc import Iterator

from render.kube.selector import is_empty, matches
from render.manifests.objects import Object
from render.rules.admission import _selector
from render.rules.admission._field_errors import invalid
from render.rules.rule import Finding, rule


@rule(kinds=("apps/DaemonSet", "apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet"))
def check(item: Object) -> Iterator[Finding]:
    """Check the selector, and that it matches the template."""
    spec = item.data.get("spec", {})
    selector, labels = spec.get("selector"), spec.get("template", {}).get("metadata", {}).get("labels", {})
    if selector is None:
        return  # the schema reports it
    malformed = list(_selector.check_selector(("spec", "selector"), selector))
    yield from malformed
    if is_empty(selector):
        why = f"empty selector is invalid for {item.kind.name.lower()}"
        yield invalid(("spec", "selector"), selector, why)
    elif not malformed and not matches(selector, labels):
        path = ("spec", "template", "metadata", "labels")
        yield invalid(path, labels, "`selector` does not match template `labels`")

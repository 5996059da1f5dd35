"""ADM316 restart-rules-incomplete: a container has restart rules but no restart policy.

`restartPolicyRules` need the container's own `restartPolicy`, which applies if no rule matches. There are at most 20
rules, and each has `exitCodes`. The API server rejects the pod.

Source: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-restart-rules

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - name: main
        image: train
        restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      containers:
      - name: main
        image: train
        restartPolicy: Never
        restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]
"""

from collections.abc import Iterator

from render.manifests.paths import list_items
from render.manifests.pods import Pod
from render.rules.admission._field_errors import required, too_many
from render.rules.rule import Finding, rule

MAX_RULES = 20
MAX_CODES = 255


@rule(keys=("restartPolicyRules",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the restart rules of each container."""
    for container in pod.containers:
        rules, path = container.data.get("restartPolicyRules", ()), (*container.path, "restartPolicyRules")
        if rules and not container.data.get("restartPolicy"):
            why = "must specify restartPolicy when restart rules are used"
            yield required((*container.path, "restartPolicy"), why)
        if len(rules) > MAX_RULES:
            yield too_many(path, len(rules), MAX_RULES)
        for place, entry in list_items(container.path, container.data, "restartPolicyRules"):
            codes = entry.get("exitCodes", {}).get("values", ())
            if "exitCodes" not in entry:
                yield required((*place, "exitCodes"), "must be specified")
            elif len(codes) > MAX_CODES:
                yield too_many((*place, "exitCodes", "values"), len(codes), MAX_CODES)

"""ADM316 restart-rules-incomplete: a container has rules for its restart, and no policy to fall back on.

`restartPolicyRules` need the container's own `restartPolicy`; there are at most 20, and each says for which exit codes
it is. The API server refuses the pod.

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

from render.manifests.places import listed
from render.manifests.pods import Pod
from render.rules.admission._refusal import required, too_many
from render.rules.rule import Finding, rule

MAX_RULES = 20
MAX_CODES = 255


@rule(keys=("restartPolicyRules",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with each set of rules."""
    for container in pod.containers:
        rules, path = container.data.get("restartPolicyRules", ()), (*container.path, "restartPolicyRules")
        if rules and not container.data.get("restartPolicy"):
            why = "must specify restartPolicy when restart rules are used"
            yield required((*container.path, "restartPolicy"), why)
        if len(rules) > MAX_RULES:
            yield too_many(path, len(rules), MAX_RULES)
        for place, entry in listed(container.path, container.data, "restartPolicyRules"):
            codes = entry.get("exitCodes", {}).get("values", ())
            if "exitCodes" not in entry:
                yield required((*place, "exitCodes"), "must be specified")
            elif len(codes) > MAX_CODES:
                yield too_many((*place, "exitCodes", "values"), len(codes), MAX_CODES)

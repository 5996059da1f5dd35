"""ADM712 failure-rule-name-malformed: a rule of the failure policy has an invalid name.

A rule's name has 1 to 128 characters: letters, digits and `_`, `,`, `:`; the first is a letter, the last a letter, a
digit or `_`. JobSet's webhook rejects any other name; it generates a missing one.

Source: https://github.com/kubernetes-sigs/jobset/blob/v0.12.0/pkg/webhooks/jobset_webhook.go

Example:
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: sft}
    spec:
      failurePolicy:
        rules: [{name: out-of-memory, action: FailJobSet}]
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
      failurePolicy:
        rules: [{name: out_of_memory, action: FailJobSet}]
      replicatedJobs:
        - name: node
          template:
            spec:
              template: {spec: {containers: [{name: main, image: train}]}}
"""

import re
from collections.abc import Iterator

from render.manifests.jobset import JOBSET
from render.manifests.objects import Object
from render.rules.admission._field_errors import invalid
from render.rules.admission.jobset._failure_rules import failure_rules
from render.rules.rule import Finding, rule

_MAX = 128
_FORM = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?"


@rule(kinds=(JOBSET,), keys=("failurePolicy",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of each rule."""
    for place, found in failure_rules(item):
        name = found.get("name")
        if not name:
            continue
        if len(name) > _MAX:
            yield invalid((*place, "name"), name, f"the rule name must be at most {_MAX} characters long")
        if not re.fullmatch(_FORM, name):
            why = "a failure policy rule name must start with a letter and consist of letters, digits and '_,:'"
            yield invalid((*place, "name"), name, why, "use `_` instead of `-` and spaces")

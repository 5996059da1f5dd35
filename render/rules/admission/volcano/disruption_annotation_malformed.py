"""ADM951 disruption-annotation-malformed: a pod's disruption budget annotations are invalid, or conflict.

On pods that Volcano schedules, the annotations `volcano.sh/jdb-min-available` and `volcano.sh/jdb-max-unavailable` are
a number above zero or a percentage from 1% to 99%, and exclude each other. Volcano's webhook rejects the pod.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/pods/validate/admit_pod.go

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug, annotations: {volcano.sh/jdb-min-available: 100%}}
    spec: {schedulerName: volcano, containers: [{name: main, image: train}]}
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug, annotations: {volcano.sh/jdb-min-available: 99%}}
    spec: {schedulerName: volcano, containers: [{name: main, image: train}]}
"""

import re
from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission._field_errors import forbidden, invalid
from render.rules.rule import Finding, rule

_LEAST, _MOST = "volcano.sh/jdb-min-available", "volcano.sh/jdb-max-unavailable"
_AMOUNT = re.compile("[+]?0*[1-9][0-9]*|[1-9][0-9]?%")


@rule(kinds=("/Pod",), keys=(_LEAST, _MOST))
def check(item: Object) -> Iterator[Finding]:
    """Check the two annotations."""
    if item.data.get("spec", {}).get("schedulerName") != "volcano":
        return
    annotations = item.data.get("metadata", {}).get("annotations", {})
    for name in (_LEAST, _MOST):
        if name in annotations and not _AMOUNT.fullmatch(annotations[name]):
            why = "must be a positive integer or a percentage between 1% and 99%"
            yield invalid(("metadata", "annotations", name), annotations[name], why)
    if _LEAST in annotations and _MOST in annotations:
        yield forbidden(("metadata", "annotations", _MOST), f"may not be set together with {_LEAST}")

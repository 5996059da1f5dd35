"""What the API server checks in Kubernetes' own types and their published schema leaves out.

Sources: the constants of the field's type in https://github.com/kubernetes/api for an `enum`, the validation in
https://github.com/kubernetes/kubernetes/tree/master/pkg/apis and the API reference for the rest. Each table holds
keywords by `TYPE.field`; `items` are those of a list's entries.
"""

from render.kube.constraints.lists import TOLERATED_DUPLICATES
from render.kube.constraints.objects import OBJECTS
from render.kube.constraints.pods import PODS
from render.kube.constraints.pointers import NEVER_EMPTY
from render.kube.constraints.required import REQUIRED
from render.kube.constraints.volumes import VOLUMES
from render.kube.constraints.workloads import WORKLOADS

__all__ = ["CONSTRAINTS", "NEVER_EMPTY", "PODS", "REQUIRED", "TOLERATED_DUPLICATES"]

CONSTRAINTS = {**PODS, **VOLUMES, **WORKLOADS, **OBJECTS}

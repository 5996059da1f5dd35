"""Constraints that the API server checks in built-in types, and that their published schemas do not have.

Sources: the constants of the field's type in https://github.com/kubernetes/api for an `enum`, the validation in
https://github.com/kubernetes/kubernetes/tree/master/pkg/apis and the API reference for the rest. Each table holds
keywords by `TYPE.field`; `items` are those of a list's entries.
"""

from render.kube.generation.constraints.objects import OBJECTS
from render.kube.generation.constraints.presence import NEVER_EMPTY, REQUIRED, TOLERATED_DUPLICATES
from render.kube.generation.constraints.workloads import PODS, VOLUMES, WORKLOADS

__all__ = ["CONSTRAINTS", "NEVER_EMPTY", "PODS", "REQUIRED", "TOLERATED_DUPLICATES"]

CONSTRAINTS = {**PODS, **VOLUMES, **WORKLOADS, **OBJECTS}

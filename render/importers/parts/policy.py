"""How long a run may take, how often it may fail, and when it is deleted: the `runPolicy` of the older operators."""

from collections.abc import Sequence
from typing import Any

from render.importers.parts.rest import Rest
from render.importers.parts.result import said

_OPERATORS = ("kubeflow.org/mpi-operator", "kubeflow.org/training-operator")


def of_run(run: Rest, roles: Sequence[Rest]) -> dict[str, Any]:
    """Take a run's policy, with what its roles say of their failures.

    `Never` means that the first failure is the run's. `OnFailure`, the default, starts a role's pod again by itself in
    those operators, and the whole gang here, which is the default, too.
    """
    run.settle("cleanPodPolicy", "None", "Running")
    run.settle("managedBy", *_OPERATORS)
    limit = run.take("backoffLimit")
    is_final = all(role.data.get("restartPolicy") == "Never" for role in roles)
    for role in roles:
        role.settle("restartPolicy", "OnFailure", *(["Never"] if is_final else []))
    if limit is None and is_final:
        limit = 0
    return {
        "ttlSecondsAfterFinished": run.take("ttlSecondsAfterFinished"),
        "activeDeadlineSeconds": run.take("activeDeadlineSeconds"),
        "suspend": run.take("suspend") or None,
        "failurePolicy": said({"maxRestarts": limit if limit != 3 else None}),
    }

"""Fields of a whole run: metadata, time limits, restarts."""

import re
from collections.abc import Sequence
from typing import Any

from render.importers.parts.importer import ImportNotes, RemainingFields, drop_empty
from render.spec.codes import CARRIED_OTHERWISE

_OF_THE_SERVER = (
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
)
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def consume_metadata(item: RemainingFields, notes: ImportNotes) -> tuple[str, str | None]:
    """Return the name and the namespace of an object. Also drops fields that a server sets.

    With `generateName` the API server makes a new name for each object; a spec has one name.
    """
    metadata = item.section("metadata")
    for key in _OF_THE_SERVER:
        metadata.consume(key)
    metadata.section("annotations").consume(_LAST_APPLIED)
    item.consume("status")
    item.consume("apiVersion")
    item.consume("kind")
    if not metadata.data.get("name") and (prefix := metadata.consume("generateName")):
        metadata.data["name"] = name = str(prefix).rstrip("-.")
        message = f"`generateName: {prefix}`: the run is named `{name}`, each time; change `name` for another run"
        notes.add(CARRIED_OTHERWISE, ("metadata", "generateName"), message)
    return metadata.consume("name", ""), metadata.consume("namespace")


_OF_OTHERS = re.compile(
    r"((.+[.])?(kubeflow[.]org|argoproj[.]io|fluxcd[.]io|helm[.]sh|jobset[.]sigs[.]k8s[.]io|ray[.]io|volcano[.]sh)"
    r"|kueue[.]x-k8s[.]io|scheduling[.]x?-?k8s[.]io|batch[.]kubernetes[.]io)/.*"
    r"|app[.]kubernetes[.]io/(instance|managed-by|name)"
)
"""Keys of labels and annotations that belong to a controller, a queue or a tool, and those of the chart."""


def consume_marks(*items: RemainingFields) -> dict[str, Any]:
    """Consume the labels and annotations of objects, as the section `metadata`; the first object's win.

    Those of a controller or a tool stay, and are reported: they would tell it something of another object.
    """
    found: dict[str, dict[str, Any]] = {"labels": {}, "annotations": {}}
    for item in reversed(items):
        for key, marks in found.items():
            written = item.section("metadata", key)
            for name in [name for name in written.data if not _OF_OTHERS.fullmatch(name)]:
                marks[name] = written.consume(name, "")
    return drop_empty(found)


_OPERATORS = ("kubeflow.org/mpi-operator", "kubeflow.org/training-operator")


_CLEAN = {
    "None": "pods that still run when the run ends are deleted, finished ones stay",
    "All": "finished pods stay until the run is deleted; `ttlSecondsAfterFinished` deletes both",
}
_RESTARTS = {
    "Always": "a failed pod starts the whole gang again, and one that ends well is not started again",
    "ExitCode": "any failure starts the whole gang again; `failurePolicy.fatalExitCodes` has the exit codes that don't",
    "OnFailure": "a failed pod starts the whole gang again, `failurePolicy.maxRestarts` times",
}
"""The chart's behaviour by policy of the operators."""


def consume_run_policy(run: RemainingFields, roles: Sequence[RemainingFields], notes: ImportNotes) -> dict[str, Any]:
    """Consume the `runPolicy` of the older operators, and the restart policies of the roles.

    With `Never` the first failure ends the run. With `OnFailure` those operators restart one pod; the chart restarts
    the whole gang.
    """
    run.drop_if("cleanPodPolicy", "Running")
    clean = run.data.get("cleanPodPolicy")
    if clean in _CLEAN:
        run.consume("cleanPodPolicy")
        notes.add(CARRIED_OTHERWISE, (*run.path, "cleanPodPolicy"), f"`cleanPodPolicy: {clean}`: {_CLEAN[clean]}")
    run.drop_if("managedBy", *_OPERATORS)
    limit = run.consume("backoffLimit")
    is_final = all(role.data.get("restartPolicy") == "Never" for role in roles)
    for role in roles:
        policy = role.data.get("restartPolicy")
        if policy in _RESTARTS:
            path = (*role.path, "restartPolicy")
            notes.add(CARRIED_OTHERWISE, path, f"`restartPolicy: {policy}`: {_RESTARTS[policy]}")
            role.consume("restartPolicy")
        role.drop_if("restartPolicy", *(["Never"] if is_final else []))
    if limit is None and is_final:
        limit = 0
    return {
        "ttlSecondsAfterFinished": run.consume("ttlSecondsAfterFinished"),
        "activeDeadlineSeconds": run.consume("activeDeadlineSeconds"),
        "suspend": run.consume("suspend") or None,
        "failurePolicy": drop_empty({"maxRestarts": limit if limit != 3 else None}),
    }

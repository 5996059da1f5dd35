"""Argo CD could not apply the run.

A sync that fails leaves what was applied before it: a run that was changed in Git trains on unchanged, or only a part
of its objects exists. A JobSet keeps its jobs, so that a changed one is rejected as immutable.

Reads: Application (`status.operationState`, `status.resources`).
Source: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, text_at, time_at
from render.why.cluster_object import ClusterObject
from render.why.explanation import Evidence, Explanation, clean, explain
from render.why.training_run import TrainingRun

KIND = "argoproj.io/Application"
_FAILED = ("Failed", "Error")


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the Application of the run whose last sync failed."""
    for one in run.index.all(KIND):
        phase = text_at(one.data, "status", "operationState", "phase")
        if phase in _FAILED and _has(one, run):
            message = text_at(one.data, "status", "operationState", "message")
            when = time_at(one.data, "status", "operationState", "finishedAt")
            resources = mappings_at(one.data, "status", "operationState", "syncResult", "resources")
            failed = [row for row in resources if text_at(row, "status") == "SyncFailed"]
            lines = [f"{text_at(row, 'kind')}/{text_at(row, 'name')}: {text_at(row, 'message')}" for row in failed[:4]]
            evidence = [Evidence(when, one.label, clean(line)) for line in (f"sync {phase}: {message}", *lines)]
            why = f": {lines[0]}" if lines else f": {message}"
            hint = "give a changed run another name: a JobSet is immutable; `render diff` shows it before the commit"
            yield from explain(
                (f"Argo CD could not apply it (Application `{one.name}`){why}"), evidence, hint, key="name"
            )
            return


def _has(application: ClusterObject, run: TrainingRun) -> bool:
    """Return True if an Application deploys the user's object of the run."""
    for one in mappings_at(application.data, "status", "resources"):
        if text_at(one, "kind") == run.kind and text_at(one, "name") == run.name:
            return text_at(one, "namespace") in ("", run.namespace)
    return False

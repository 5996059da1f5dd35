"""Builders of runtimes and replicated jobs."""

from typing import Any

from render.manifests.jobset import STEP

Part = dict[str, Any]

TRAINER, NODE = "trainer", "node"
PROJECT = "ghcr.io/kubeflow/trainer"
"""The registry of the project's images."""


def make_runtime(name: str, framework: str, policy: Part, spec: Part) -> Part:
    """Return a runtime of one node; `policy` is the framework's policy, `spec` the spec of the JobSet."""
    return {
        "apiVersion": "trainer.kubeflow.org/v1alpha1",
        "kind": "ClusterTrainingRuntime",
        "metadata": {"name": name, "labels": {"trainer.kubeflow.org/framework": framework}},
        "spec": {"mlPolicy": {"numNodes": 1, **policy}, "template": {"spec": spec}},
    }


def make_job(
    name: str, container: Part, *, step: str | None = None, after: Part | None = None, pod: Part | None = None
) -> Part:
    """Return a replicated job with one container.

    `after` are the states of other jobs that it waits for, by name; `pod` are further fields of its pods.
    """
    template: Part = {} if step is None else {"metadata": {"labels": {STEP: step}}}
    template["spec"] = {"template": {"spec": {"containers": [container], **(pod or {})}}}
    waits = {} if after is None else {"dependsOn": [{"name": one, "status": state} for one, state in after.items()]}
    return {"name": name, **waits, "template": template}

"""What the stock runtimes are made of."""

from typing import Any

from render.manifests.jobset import STEP

Part = dict[str, Any]

TRAINER, NODE = "trainer", "node"
PROJECT = "ghcr.io/kubeflow/trainer"
"""Where the project's own images are."""


def runtime(name: str, framework: str, policy: Part, spec: Part) -> Part:
    """Return a runtime of one node; `policy` starts the framework, `spec` is that of the JobSet."""
    return {
        "apiVersion": "trainer.kubeflow.org/v1alpha1",
        "kind": "ClusterTrainingRuntime",
        "metadata": {"name": name, "labels": {"trainer.kubeflow.org/framework": framework}},
        "spec": {"mlPolicy": {"numNodes": 1, **policy}, "template": {"spec": spec}},
    }


def job(
    name: str, container: Part, *, step: str | None = None, after: Part | None = None, pod: Part | None = None
) -> Part:
    """Return a replicated job with one container.

    `after` says what it waits for, states by the names of jobs; `pod` what its pods have beside the container.
    """
    template: Part = {} if step is None else {"metadata": {"labels": {STEP: step}}}
    template["spec"] = {"template": {"spec": {"containers": [container], **(pod or {})}}}
    waits = {} if after is None else {"dependsOn": [{"name": one, "status": state} for one, state in after.items()]}
    return {"name": name, **waits, "template": template}

"""PaddleJob of the Training Operator (v1): workers are nodes, which meet at `PADDLE_MASTER`.

Source: https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/paddlepaddle/envvar.go
"""

from collections.abc import Mapping

from render.importers.parts.importer import ImportResult, ImportSource
from render.importers.parts.operator_job import OperatorKind, convert_operator_job
from render.kube.gvk import GroupVersionKind

KIND = GroupVersionKind("kubeflow.org", "v1", "PaddleJob")

_REFUSAL = "parameter servers run another program than the workers, and the nodes of a run are alike"


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a PaddleJob."""
    return convert_operator_job(source, OperatorKind("paddleReplicaSpecs", ("worker",), _env, _REFUSAL))


def _env(run: str, nodes: int) -> Mapping[str, str]:  # noqa: ARG001 - the interface of kinds
    return {
        "PYTHONUNBUFFERED": "1",
        "PADDLE_JOB_ID": run,
        "PADDLE_MASTER": "$(MASTER_ADDR):$(MASTER_PORT)",
        "PADDLE_NNODES": "$(NNODES)",
    }

"""XGBoostJob of the Training Operator (v1): master and workers are nodes, the master with rank 0.

Source: https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/xgboost/xgboost.go
"""

from collections.abc import Mapping

from render.importers.parts.host_names import node_host
from render.importers.parts.importer import ImportResult, ImportSource
from render.importers.parts.operator_job import OperatorKind, convert_operator_job
from render.kube.gvk import GroupVersionKind

KIND = GroupVersionKind("kubeflow.org", "v1", "XGBoostJob")

_REFUSAL = "an XGBoostJob has a master and workers"


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of an XGBoostJob."""
    return convert_operator_job(source, OperatorKind("xgbReplicaSpecs", ("master", "worker"), _env, _REFUSAL))


def _env(run: str, nodes: int) -> Mapping[str, str]:
    """Return the operator's variables; MASTER_ADDR and MASTER_PORT are the launcher's."""
    workers = ",".join(node_host(run, rank) for rank in range(1, nodes))
    env = {"PYTHONUNBUFFERED": "1", "WORLD_SIZE": "$(NNODES)", "RANK": "$(NODE_RANK)"}
    return env | ({"WORKER_ADDRS": workers, "WORKER_PORT": "$(MASTER_PORT)"} if workers else {})

"""TFJob of the Training Operator (v1): chief and workers are nodes, which read `TF_CONFIG`.

Source: https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/tensorflow/tensorflow.go
"""

import json
from collections.abc import Mapping

from render.importers.parts.host_names import node_host
from render.importers.parts.importer import ImportResult, ImportSource
from render.importers.parts.operator_job import OperatorKind, convert_operator_job
from render.kube.gvk import GroupVersionKind

KIND = GroupVersionKind("kubeflow.org", "v1", "TFJob")

_PORT = 2222
_REFUSAL = "parameter servers and evaluators run other programs than the workers, and the nodes of a run are alike"


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a TFJob."""
    return convert_operator_job(source, OperatorKind("tfReplicaSpecs", ("chief", "master", "worker"), _env, _REFUSAL))


def _env(run: str, nodes: int) -> Mapping[str, str]:
    """Return TensorFlow's view of the nodes: worker 0 is the chief of MultiWorkerMirroredStrategy."""
    if nodes == 1:
        return {}
    workers = [f"{node_host(run, rank)}:{_PORT}" for rank in range(nodes)]
    config = json.dumps({"cluster": {"worker": workers}, "task": {"type": "worker", "index": "RANK"}})
    return {"TF_CONFIG": config.replace('"RANK"', "$(NODE_RANK)")}

"""JAXJob of the Training Operator (v1): workers are nodes, with the coordinator's address in their variables.

Source: https://github.com/kubeflow/trainer/blob/release-1.9/pkg/controller.v1/jax/envvar.go
"""

from collections.abc import Mapping

from render.importers.parts.importer import ImportResult, ImportSource
from render.importers.parts.operator_job import OperatorKind, convert_operator_job
from render.kube.gvk import GroupVersionKind

KIND = GroupVersionKind("kubeflow.org", "v1", "JAXJob")


def convert(source: ImportSource) -> ImportResult:
    """Return the spec of a JAXJob."""
    return convert_operator_job(source, OperatorKind("jaxReplicaSpecs", ("worker",), _env, "a JAXJob has workers"))


def _env(run: str, nodes: int) -> Mapping[str, str]:  # noqa: ARG001 - the interface of kinds
    return {
        "PYTHONUNBUFFERED": "1",
        "COORDINATOR_ADDRESS": "$(MASTER_ADDR)",
        "COORDINATOR_PORT": "$(MASTER_PORT)",
        "NUM_PROCESSES": "$(NNODES)",
        "PROCESS_ID": "$(NODE_RANK)",
    }

"""TrainJobs that fine-tune with torchtune: the values from which Trainer chooses a recipe.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torchtune.go
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.manifests.trainjob import NODE, RuntimeReference, Training, trainings
from render.trainer import torchtune

MODELS = ("llama3_2/1B", "llama3_2/3B", "llama3_3/70B", "qwen2_5/1.5B")
MULTI_NODE = "llama3_3/70B"


@dataclass(frozen=True, slots=True)
class TorchtuneJob:
    """A TrainJob that runs torchtune."""

    job: Object
    runtime: str
    trainer: Data
    gpus: int
    """The number of GPUs of a node."""

    @property
    def model(self) -> str:
        """The model in the runtime's name, or empty."""
        return torchtune.torchtune_model(self.runtime)

    @property
    def nodes(self) -> int:
        """The number of nodes; default: 1."""
        return int(self.trainer.get("numNodes", 1))

    @property
    def arguments(self) -> list[str]:
        """The arguments: settings of the recipe."""
        found: list[str] = self.trainer.get("args", [])
        return found

    @property
    def is_lora(self) -> bool:
        """Whether the recipe trains LoRA adapters."""
        return any("model.lora_attn_modules" in argument for argument in self.arguments)

    @property
    def is_qlora(self) -> bool:
        """Whether the recipe trains LoRA adapters over quantized weights, without DoRA."""
        return self._is_enabled("model.quantize_base") and not self._is_enabled("model.use_dora")

    @property
    def is_single_device(self) -> bool:
        """Whether a single process on a single node trains."""
        return self.nodes == 1 and (self.trainer.get("numProcPerNode") == 1 or self.gpus == 1)

    def _is_enabled(self, key: str) -> bool:
        pairs = (argument.partition("=") for argument in self.arguments)
        return any(key in name and value.strip().lower() == "true" for name, _, value in pairs)


def torchtune_jobs(items: tuple[Object, ...]) -> Iterator[TorchtuneJob]:
    """Yield the TrainJobs with a torch runtime and a torchtune command."""
    for training in trainings(items):
        trainer = training.trainer
        if trainer is not None and "torch" in training.policy and torchtune.uses_torchtune(trainer.get("command")):
            gpus = _gpus(trainer.get("resourcesPerNode", _resources(training)))
            yield TorchtuneJob(training.job, RuntimeReference.of(training.job).name, trainer, gpus)


def _resources(training: Training) -> Mapping[str, Any]:
    """Return the resources of the runtime's node container."""
    for job in training.replicated_jobs:
        if job.name == NODE or job.step == "trainer":
            for container in job.pod.get("containers", ()):
                if container.get("name") == NODE and "resources" in container:
                    found: Mapping[str, Any] = container["resources"]
                    return found
    return {}


def _gpus(resources: Mapping[str, Any]) -> int:
    """Return the number of GPUs in requests, or else in limits: resources with `gpu` in the name."""
    for key in ("requests", "limits"):
        for name, quantity in resources.get(key, {}).items():
            if "gpu" in name.lower() and (found := amount(quantity)):
                return int(found)
    return 0

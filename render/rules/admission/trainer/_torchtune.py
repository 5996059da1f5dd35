"""TrainJobs that fine-tune with torchtune: what Trainer reads from them to choose a recipe.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/torch/torchtune.go
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from render.kube.quantity import amount
from render.manifests.objects import Object
from render.manifests.places import Data
from render.manifests.trainjob import NODE, Reference, Training, trainings
from render.trainer.plugins import torchtune

MODELS = ("llama3_2/1B", "llama3_2/3B", "llama3_3/70B", "qwen2_5/1.5B")
MULTI_NODE = "llama3_3/70B"


@dataclass(frozen=True, slots=True)
class Tuning:
    """One such TrainJob."""

    job: Object
    runtime: str
    trainer: Data
    gpus: int
    """GPUs of a node."""

    @property
    def model(self) -> str:
        """Return the model that the runtime's name stands for; empty where it names none."""
        return torchtune.model(self.runtime)

    @property
    def nodes(self) -> int:
        """Return the number of nodes."""
        return int(self.trainer.get("numNodes", 1))

    @property
    def arguments(self) -> list[str]:
        """Return the settings of the recipe."""
        found: list[str] = self.trainer.get("args", [])
        return found

    @property
    def is_lora(self) -> bool:
        """Say whether only adapters are trained."""
        return any("model.lora_attn_modules" in argument for argument in self.arguments)

    @property
    def is_qlora(self) -> bool:
        """Say whether only adapters are trained, over quantized weights; not where DoRA is asked for."""
        return self._says("model.quantize_base") and not self._says("model.use_dora")

    @property
    def is_single_device(self) -> bool:
        """Say whether one process on one node does it all."""
        return self.nodes == 1 and (self.trainer.get("numProcPerNode") == 1 or self.gpus == 1)

    def _says(self, key: str) -> bool:
        pairs = (argument.partition("=") for argument in self.arguments)
        return any(key in name and value.strip().lower() == "true" for name, _, value in pairs)


def tunings(items: tuple[Object, ...]) -> Iterator[Tuning]:
    """Yield the TrainJobs whose runtime is torch's and whose command is torchtune's."""
    for training in trainings(items):
        trainer = training.trainer
        if trainer is not None and "torch" in training.policy and torchtune.is_meant(trainer.get("command")):
            gpus = _gpus(trainer.get("resourcesPerNode", _resources(training)))
            yield Tuning(training.job, Reference.of(training.job).name, trainer, gpus)


def _resources(training: Training) -> Mapping[str, Any]:
    """Return the resources of the runtime's own node."""
    for job in training.replicated_jobs:
        if job.name == NODE or job.step == "trainer":
            for container in job.pod.get("containers", ()):
                if container.get("name") == NODE and "resources" in container:
                    found: Mapping[str, Any] = container["resources"]
                    return found
    return {}


def _gpus(resources: Mapping[str, Any]) -> int:
    """Return the GPUs among requests, else among limits: what has `gpu` in its name."""
    for key in ("requests", "limits"):
        for name, quantity in resources.get(key, {}).items():
            if "gpu" in name.lower() and (found := amount(quantity)):
                return int(found)
    return 0

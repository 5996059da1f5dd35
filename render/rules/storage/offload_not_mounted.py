"""STO111 offload-not-mounted: DeepSpeed offloads to a folder of the container.

With `device: nvme`, DeepSpeed writes the parameters or the state of the optimizer to `nvme_path`, many times the size
of the model. Outside of a volume that is the container's own file system: slow, and limited by the node's ephemeral
storage, whose excess evicts the pod. Without `nvme_path` DeepSpeed stops.

Source: https://www.deepspeed.ai/docs/config-json/#parameter-offloading

Example:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    files:
      /config/ds.json: |
        {
          "zero_optimization": {
            "stage": 3,
            "stage3_gather_16bit_weights_on_model_save": true,
            "offload_param": {"device": "nvme", "nvme_path": "/local_nvme"}
          }
        }
Use instead:
    image: registry.example/train:1
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, train.py, --deepspeed=/config/ds.json]
    storage:
      volumes: [{name: nvme, mountPath: /local_nvme, hostPath: {path: /mnt/nvme}}]
    files:
      /config/ds.json: |
        {
          "zero_optimization": {
            "stage": 3,
            "stage3_gather_16bit_weights_on_model_save": true,
            "offload_param": {"device": "nvme", "nvme_path": "/local_nvme"}
          }
        }
"""

from collections.abc import Iterator
from posixpath import normpath

from render.problem import Severity
from render.programs.marks import config_mark
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.WARNING, keys=(config_mark("deepspeed"),))
def check(run: Run) -> Iterator[Finding]:
    """Compare `nvme_path` with the volumes."""
    mounted = [normpath(volume.get("mountPath", "/")) for volume in run.at("storage", "volumes") or []]
    if run.at("storage", "checkpoints", "mode") in ("create", "existing"):
        mounted.append(normpath(run.at("storage", "checkpoints", "mountPath") or "/checkpoints"))
    for config in run.program.configs_of("deepspeed"):
        for name in ("offload_param", "offload_optimizer"):
            device = config.find("zero_optimization", name, "device")
            path = config.find("zero_optimization", name, "nvme_path")
            if device is None or device.value != "nvme":
                continue
            if path is None or not path.text:
                yield device.finding(f"`{name}` has `device: nvme`, but no `nvme_path`", "add `nvme_path`")
            elif not any(f"{normpath(path.text)}/".startswith(f"{folder}/") for folder in mounted):
                message = f"`nvme_path` is `{path.text}`, a folder of the container and not of a volume"
                yield path.finding(message, "mount the local disks there with `storage.volumes`")

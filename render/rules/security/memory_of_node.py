"""SEC108 memory-of-node: the pods share the memory segments and `/dev/shm` of their nodes.

With `pod.hostIPC`, other programs of a node can read and change the shared memory of the training. CUDA MPS needs it;
PyTorch and NCCL don't, since the processes of one pod share the `/dev/shm` of `storage.sharedMemory`. A namespace that
enforces the Pod Security standard `baseline` or `restricted` rejects the pods.

Source: https://kubernetes.io/docs/concepts/security/pod-security-standards/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    pod: {hostIPC: true}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    storage: {sharedMemory: {sizeLimit: 16Gi}}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


@rule(severity=Severity.INFO)
def check(run: Run) -> Iterator[Finding]:
    """Report `pod.hostIPC`."""
    if run.at("pod", "hostIPC"):
        message = "the pods share the memory of their nodes, which the Pod Security standard `baseline` rejects"
        hint = "if CUDA MPS does not need it, use `storage.sharedMemory`"
        yield Finding(("pod", "hostIPC"), message, hint)

"""NET113 ssh-port-of-host: sshd listens at the port of the node's own sshd.

On the host network, a container shares the node's ports, and the node's own sshd uses port 22. The container's sshd
stops, or mpirun connects to the node itself and is rejected. Some images configure another port, as the base image of
MPI Operator does; they are fine.

Source: https://github.com/kubeflow/mpi-operator/issues/593

Example:
    apiVersion: kubeflow.org/v2beta1
    kind: MPIJob
    metadata: {name: train}
    spec:
      mpiReplicaSpecs:
        Launcher:
          template:
            spec:
              containers: [{name: launcher, image: "registry.example/train:1", command: [mpirun, -np, "2", train]}]
        Worker:
          replicas: 2
          template:
            spec:
              hostNetwork: true
              dnsPolicy: ClusterFirstWithHostNet
              containers:
                - name: worker
                  image: registry.example/train:1
                  command: [/usr/sbin/sshd, -De]
Use instead:
    apiVersion: kubeflow.org/v2beta1
    kind: MPIJob
    metadata: {name: train}
    spec:
      mpiReplicaSpecs:
        Launcher:
          template:
            spec:
              containers: [{name: launcher, image: "registry.example/train:1", command: [mpirun, -np, "2", train]}]
        Worker:
          replicas: 2
          template:
            spec:
              hostNetwork: true
              dnsPolicy: ClusterFirstWithHostNet
              containers:
                - name: worker
                  image: registry.example/train:1
                  command: [/usr/sbin/sshd, -De, -p, "2222"]
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.command import Command
from render.programs.program import Program
from render.rules.rule import Finding, rule

_ELSEWHERE = ("-f", "-o", "-p")
"""Options that may set another port."""


@rule(severity=Severity.INFO, keys=("sshd",))
def check(program: Program) -> Iterator[Finding]:
    """Report sshd without its own port on the host network."""
    for command in program.commands if program.host_network else ():
        if command.program == "sshd" and not _has_port(command):
            word = command.words[0]
            message = (
                f"`{word.text}` listens at port 22 of the node, which is in use, unless the image configures another "
                "port"
            )
            yield Finding(word.path, message, "add `-p 2222`")


def _has_port(command: Command) -> bool:
    return any(word.text.startswith(_ELSEWHERE) for word in command.words[1:])

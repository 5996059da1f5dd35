"""NET113 ssh-port-of-host: sshd is to listen at the port of the node's own.

On the network of its node a container shares the node's ports, and 22 is taken by the sshd through which people log in.
The container's one stops, or mpirun talks to the node itself and is refused. Some images configure another port, as
the base image of MPI Operator does: nothing is wrong there.

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
from render.programs.program import Program
from render.programs.tokens import Command
from render.rules.rule import Finding, rule

_ELSEWHERE = ("-f", "-o", "-p")
"""Options that may name another port."""


@rule(severity=Severity.INFO, keys=("sshd",))
def check(program: Program) -> Iterator[Finding]:
    """Look for sshd without a port of its own where ports are the node's."""
    for command in program.commands if program.host_network else ():
        if command.program == "sshd" and not _has_port(command):
            word = command.words[0]
            message = f"`{word.text}` listens at port 22 of the node, which is taken, unless the image says otherwise"
            yield Finding(word.path, message, "`-p 2222`")


def _has_port(command: Command) -> bool:
    return any(word.text.startswith(_ELSEWHERE) for word in command.words[1:])

"""RUN227 install-not-possible: the script installs packages, which the container's user or file system forbids.

`apt-get` and the like need root: with `runAsUser: 1000` they stop with `Permission denied`. With
`readOnlyRootFilesystem` there is nowhere to write.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/

Example:
    image: registry.example/train:1
    command: [bash, -c, apt-get install -y git && exec torchrun train.py]
    pod: {securityContext: {runAsUser: 1000}}
Use instead:
    image: registry.example/train-with-git:1
    command: [torchrun, train.py]
    pod: {securityContext: {runAsUser: 1000}}
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule

_SYSTEM = frozenset({"apk", "apt", "apt-get", "dnf", "dpkg", "microdnf", "yum"})
_PYTHON = frozenset({"conda", "mamba", "pip", "pip3"})
_ELSEWHERE = ("--prefix", "--root", "--target", "--user", "-p", "-t")
_VERBS = frozenset({"-i", "add", "install", "update", "upgrade"})


@rule(keys=("container.securityContext", "pod.securityContext"))
def check(run: Run) -> Iterator[Finding]:
    """Compare each command that installs with the security context."""
    own = run.at("container", "securityContext") or {}
    user = own.get("runAsUser", (run.at("pod", "securityContext") or {}).get("runAsUser"))
    is_read_only = own.get("readOnlyRootFilesystem") is True
    for command in run.program.commands:
        words = {word.text.partition("=")[0] for word in command.words[1:]}
        if not _VERBS & words or (command.program not in _SYSTEM and (not is_read_only or words & {*_ELSEWHERE})):
            continue
        if command.program in _SYSTEM and isinstance(user, int) and user > 0:
            message = f"`{command.program}` needs root, and the container runs as user {user}"
        elif is_read_only and command.program in _SYSTEM | _PYTHON:
            message = f"`{command.program}` can't write: `readOnlyRootFilesystem` is true"
        else:
            continue
        yield Finding(command.words[0].path, message, "install it in the image", excerpt=command.program)
        return

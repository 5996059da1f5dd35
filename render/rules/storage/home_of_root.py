"""STO121 home-of-root: the container runs as another user than root, and a path is below `/root`.

`/root` has the mode 0700 in the images of Debian, Ubuntu and Alpine, and in those that are built on them: other users
get `Permission denied`, also for a volume below it.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    env: {HF_HOME: /root/.cache/huggingface}
    pod: {securityContext: {runAsUser: 1000}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    env: {HF_HOME: /tmp/huggingface}
    pod: {securityContext: {runAsUser: 1000}}
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.programs.shell import Word
from render.rules.rule import Finding, rule

_BELOW = re.compile(r"(?:^|[\s='\":])(/root/[\w./-]+)")


@rule(severity=Severity.WARNING, keys=("container.securityContext", "pod.securityContext"))
def check(run: Run) -> Iterator[Finding]:
    """Report the first such path of the command line and of each variable."""
    own = run.at("container", "securityContext") or {}
    user = own.get("runAsUser", (run.at("pod", "securityContext") or {}).get("runAsUser"))
    mounts = {str(one.get("mountPath")).rstrip("/") for one in run.at("storage", "volumes") or []}
    mounts.add(str(run.at("storage", "checkpoints", "mountPath")).rstrip("/"))
    if not isinstance(user, int) or user < 1 or "/root" in mounts:
        return
    folder = [Word(run.at("workingDir") or "", ("workingDir",))]
    for word in (*folder, *run.program.argv, *(word for _, word in run.program.literals)):
        if match := _BELOW.search(word.text):
            message = f"`{match[1]}` is below root's home, which user {user} can't open"
            yield Finding(word.path, message, "use another folder", excerpt=match[1])

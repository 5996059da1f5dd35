"""RUN222 hook-never-ends: a hook or a check of a container runs a command that never ends.

The kubelet waits for `postStart`: until it ends, the container doesn't count as running, and the pod has no address
under which other nodes find it (an error where there are any). A `preStop` that doesn't end takes the whole grace
period, and the program gets no time for a last checkpoint. A check has `timeoutSeconds` (1 by default) and then fails,
which restarts the container.

Source: https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/#hook-handler-execution

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py]
    container: {lifecycle: {postStart: {exec: {command: [tail, -f, /var/log/train.log]}}}}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py]
    pod: {sidecars: [{name: log, image: "registry.example/log:1", command: [tail, -F, /var/log/train.log]}]}
"""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from render.manifests.fields import mapping_at
from render.manifests.objects import Object
from render.manifests.pods import pods
from render.programs.command import Command, find_commands
from render.programs.replicas import replica_count
from render.rules.rule import Finding, rule

_PLACES = {
    ("lifecycle", "postStart"): "the container never counts as running",
    ("lifecycle", "preStop"): "the program gets SIGKILL without time for a checkpoint",
    ("livenessProbe",): "the check fails each time, and the container restarts",
    ("readinessProbe",): "the check fails each time, and the pod is never ready",
    ("startupProbe",): "the check fails each time, and the container restarts",
}
_FOLLOWS = re.compile(r"-[a-zA-Z]*[fF]|--follow(=.*)?|--retry")
_SERVERS = {
    "dcgm-exporter": "",
    "gunicorn": "",
    "inotifywait": "-m|--monitor",
    "jupyter": "lab|notebook|server",
    "jupyter-lab": "",
    "journalctl": "-f|--follow",
    "mlflow": "server|ui",
    "nginx": r".*daemon off.*",
    "node_exporter": "",
    "nvidia-smi": "dmon|pmon|-l|-lms|--loop(-ms)?(=.*)?",
    "ray": "--block",
    "sshd": "-[a-zA-Z]*D[a-zA-Z]*",
    "tensorboard": "",
    "uvicorn": "",
    "watch": "",
}
"""Programs that stay in the foreground, with the pattern of the argument that makes them do so; empty if they always
do."""
_MODULES = ("http.server", "tensorboard.main", "uvicorn", "visdom.server")
"""Modules of Python that are servers."""
_READERS = ("cat", "logger", "tee", "ts")
"""Programs after a pipe that read until its end."""
_LEAVES = re.compile(r"(?<![&<>])&(?![&>])|\b(break|case|exit|if|return|timeout)\b|--daemon|-h\b|--help|--version")
"""Parts of a script after which it may end all the same, or go on in the background."""
_LOOP = re.compile(r"\b(while\s+(true|:|1|\[\s*1\s*\])|until\s+false)[ \t]*[;\n]\s*do\b|\bfor\s*\(\(\s*;\s*;\s*\)\)")


@rule(keys=("postStart", "preStop", "livenessProbe", "readinessProbe", "startupProbe"))
def check(item: Object) -> Iterator[Finding]:
    """Report hooks and checks with a command that never ends; nodes don't find each other with one in `postStart`."""
    found = pods(item)
    has_peers = len(found) > 1 or any((replica_count(pod) or 1) > 1 for pod in found)
    for pod in found:
        for container in pod.containers:
            for place, effect in _PLACES.items():
                command = mapping_at(container.data, *place, "exec").get("command") or []
                endless = _endless([str(word) for word in command])
                if endless is not None:
                    path = (*container.path, *place, "exec", "command")
                    finding = Finding(path, f"`{endless}` never ends: {effect}", "use a sidecar (`pod.sidecars`)")
                    yield finding if place[-1] == "postStart" and has_peers else finding.as_warning


def _endless(argv: Sequence[str]) -> str | None:
    """Return the command that never ends, None if there is none or if it is not certain."""
    if any(_LEAVES.search(word) for word in argv):
        return None
    for word in argv:
        if loop := _LOOP.search(word):
            return " ".join(loop[0].split())
    commands = list(find_commands(((index,), word) for index, word in enumerate(argv)))
    previous = ""
    for command, following in zip_longest(commands, commands[1:]):
        is_read = command.operator != "|" or (following is not None and following.program in _READERS)
        if previous != "||" and command.operator != ")" and is_read and _stays(command):
            return " ".join(word.text for word in command.words[:4])
        previous = command.operator
    return None


def _stays(command: Command) -> bool:
    """Return True if a program stays in the foreground forever."""
    program, arguments = command.program, [word.text for word in command.words[1:]]
    if program == "sleep":
        return arguments in (["infinity"], ["inf"])
    if program == "nvidia-smi" and any(word in ("-c", "--count") for word in arguments):
        return False
    if program == "tail":
        return any(map(_FOLLOWS.fullmatch, arguments)) and not any(word.startswith("--pid") for word in arguments)
    if re.fullmatch(r"python[\d.]*", program):
        return arguments[:1] == ["-m"] and arguments[1:2] != [] and arguments[1] in _MODULES
    wanted = _SERVERS.get(program)
    return wanted is not None and (not wanted or any(re.fullmatch(wanted, word) for word in arguments))

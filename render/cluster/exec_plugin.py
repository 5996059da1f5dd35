"""Credential plug-ins of a kubeconfig (`exec`), with limits of time and output.

The protocol: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import IO, Any

from render import tool
from render.cluster.credentials import find_secrets
from render.cluster.errors import ClusterError
from render.problem import printable
from render.redaction import redact

SECONDS = 180.0
"""Time-out in seconds; the user may have to log in in a browser."""

MAX_BYTES = 1 << 20
"""Maximum bytes of its output; a token has a few kilobytes."""

_HINT = "run the command of `exec` of the kubeconfig's user as `kubectl` does"
_LONGEST = 1000
"""Maximum characters of its error output in a message."""


def run_exec_plugin(
    plugin: Mapping[str, Any], folder: Path, cluster: Mapping[str, Any], what: str
) -> Mapping[str, Any]:
    """Run a plug-in and return the `status` of its `ExecCredential`. Raises ClusterError; `what` names the plug-in.

    `folder` is the kubeconfig's, and `cluster` its entry of the cluster.
    """
    if not isinstance(plugin, dict):
        raise _failed(what, "is not a mapping")
    secrets = [*find_secrets(plugin), *find_secrets(cluster)]
    printed = _printed(_command(plugin, what), _environment(plugin, cluster, what), folder, what, secrets)
    try:
        credential = json.loads(printed)
    except (ValueError, RecursionError) as error:
        raise _failed(what, "doesn't print JSON") from error
    status = credential.get("status") if isinstance(credential, dict) else None
    if not isinstance(status, dict):
        raise _failed(what, "doesn't print an `ExecCredential` with a `status`")
    if credential.get("apiVersion") != plugin["apiVersion"]:
        raise _failed(what, f"prints another `apiVersion` than `{plugin['apiVersion']}`")
    texts = {name: status.get(name) for name in ("token", "clientCertificateData", "clientKeyData")}
    wrong = [name for name, value in texts.items() if value is not None and not isinstance(value, str)]
    if wrong:
        raise _failed(what, f"prints a `{wrong[0]}` that is not text")
    if not texts["token"] and not (texts["clientCertificateData"] and texts["clientKeyData"]):
        raise _failed(what, "prints neither a `token` nor `clientCertificateData` with `clientKeyData`")
    return status


def _command(plugin: Mapping[str, Any], what: str) -> list[str]:
    words = [plugin.get("command"), *(plugin.get("args") or [])]
    if not all(isinstance(word, str) and word for word in words[:1]) or not all(isinstance(w, str) for w in words):
        raise _failed(what, "has a `command` or `args` that are not text")
    return words


def _environment(plugin: Mapping[str, Any], cluster: Mapping[str, Any], what: str) -> Mapping[str, str]:
    if not isinstance(plugin.get("apiVersion"), str):
        raise _failed(what, "has no `apiVersion`")
    spec: dict[str, Any] = {"interactive": _is_interactive()}
    if plugin.get("provideClusterInfo"):
        extensions = {one["name"]: one.get("extension") for one in cluster.get("extensions") or []}
        config = extensions.get("client.authentication.k8s.io/exec")
        spec["cluster"] = {**cluster, **({} if config is None else {"config": config})}
    info = {"apiVersion": plugin["apiVersion"], "kind": "ExecCredential", "spec": spec}
    added = {one["name"]: one["value"] for one in plugin.get("env") or []}
    return {**os.environ, **added, "KUBERNETES_EXEC_INFO": json.dumps(info)}


def _is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _printed(
    command: list[str], environment: Mapping[str, str], folder: Path, what: str, secrets: Sequence[str]
) -> bytes:
    """Return the output of a command. Raises ClusterError."""
    is_interactive = _is_interactive()
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, "PATH": tool.search_path()},
            preexec_fn=tool.killed_with_parent({}),  # noqa: PLW1509 - before the first request there are no threads
            stdin=None if is_interactive else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except (OSError, ValueError, TypeError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise _failed(what, f"can't be started: {(reason or 'it is malformed').lower()}") from error
    output, messages = _Output(process, process.stdout), _Output(process, process.stderr, is_shown=is_interactive)
    try:
        status = process.wait(SECONDS)
    except subprocess.TimeoutExpired as error:
        raise _failed(what, f"has not ended within {SECONDS:g} seconds") from error
    finally:
        process.kill()
        process.wait()
    for one in (output, messages):
        one.join(1.0)  # a child may keep the pipe open
        if len(one.data) > MAX_BYTES:
            raise _failed(what, f"prints more than the limit of {MAX_BYTES} bytes")
    if status:
        words = redact(printable(" ".join(messages.data.decode(errors="replace").split())), secrets)[:_LONGEST]
        raise _failed(what, f"ends with status {status}" + (f": {words}" if words else ""))
    return bytes(output.data)


class _Output(Thread):
    """A thread that reads a stream of a process, and kills a process that writes too much."""

    def __init__(self, process: subprocess.Popen[bytes], stream: IO[bytes] | None, *, is_shown: bool = False) -> None:
        """Start to read. With `is_shown` lines go to standard error: they may have the address and code of a login."""
        super().__init__(daemon=True)
        self.data = bytearray()
        self._process, self._stream, self._is_shown = process, stream, is_shown
        self.start()

    def run(self) -> None:
        if self._stream is None:
            return
        with self._stream as stream:
            while len(self.data) <= MAX_BYTES and (line := stream.readline(1 << 16)):
                self.data += line
                if self._is_shown:
                    print(redact(printable(line.decode(errors="replace").rstrip())), file=sys.stderr, flush=True)
        if len(self.data) > MAX_BYTES:
            self._process.kill()


def _failed(what: str, why: str) -> ClusterError:
    return ClusterError(f"{what} {why}", hint=_HINT)

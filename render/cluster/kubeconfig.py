"""Load the cluster and the user of a kubeconfig's context, or of the pod of this process."""

import logging
import os
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kubernetes.client import Configuration
from kubernetes.config import ConfigException, load_incluster_config, load_kube_config_from_dict
from kubernetes.config.incluster_config import SERVICE_HOST_ENV_NAME
from kubernetes.config.kube_config import KubeConfigMerger

from render.cluster.credentials import check_certificates, check_token, find_secrets, resolve_user
from render.cluster.deadline import run_within
from render.cluster.errors import ClusterError
from render.cluster.exec_plugin import run_exec_plugin
from render.problem import Problem, printable
from render.redaction import redact
from render.source import read_file

SECONDS = 60.0
"""Time-out in seconds for credentials that the library fetches itself (`auth-provider`)."""

_DEFAULT = "~/.kube/config"
_POD_NAMESPACE = Path("/var/run/secrets/kubernetes.io/serviceaccount/namespace")
_NOWHERE = "set KUBECONFIG, or write `~/.kube/config`, as `kubectl` reads them"
_COMPARE = "`kubectl config view` shows what it says, without credentials"
_OF_PLUGIN = {"client-certificate-data": "clientCertificateData", "client-key-data": "clientKeyData"}


@dataclass(frozen=True, slots=True)
class Target:
    """A cluster and credentials. Certificates are not read yet."""

    configuration: Configuration
    namespace: str
    user: str
    """Name of the user in messages."""
    secrets: frozenset[str] = frozenset()
    """Secrets of the user's entry, which messages must not contain."""


@contextmanager
def load_target(context: str | None) -> Iterator[Target]:
    """Yield the cluster of the given or the current context, else of this pod. Raises ClusterError.

    Keys in the kubeconfig itself are on disk only while the block runs.
    """
    paths = os.environ.get("KUBECONFIG") or _DEFAULT
    files = [path for path in map(_expanded, filter(None, paths.split(os.pathsep))) if path.exists()]
    if not files and context is None and SERVICE_HOST_ENV_NAME in os.environ:
        yield _of_pod()
        return
    if not files:
        raise ClusterError(f"there is no kubeconfig: `{paths}` doesn't exist", hint=_NOWHERE)
    for path in files:
        found = read_file(str(path))  # the library would block on a FIFO
        if isinstance(found, Problem):
            raise ClusterError(f"the kubeconfig `{path}` {found.message}", hint=_NOWHERE)
    with TemporaryDirectory(prefix="render-") as folder:
        with _in_words(f"the kubeconfig `{paths}`"):
            chosen = _of_context(paths, context, folder)
        yield chosen


def _expanded(path: str) -> Path:
    return Path(path).expanduser()


def _of_context(paths: str, context: str | None, folder: str) -> Target:
    merged = KubeConfigMerger(paths).config  # type: ignore[no-untyped-call]
    config = merged.value
    known = {one.value["name"]: one.value.get("context") or {} for one in config["contexts"]}
    name = context or config.get("current-context")
    if name not in known:
        message = f"`{paths}` has no context `{name}`" if name else f"`{paths}` has no current context"
        names = ", ".join(f"`{one}`" for one in known)
        raise ClusterError(message, hint=f"give `--context` one of {names}" if names else _NOWHERE)
    cluster = _node(config["clusters"], known[name].get("cluster"))
    user = _node(config["users"], known[name].get("user"))
    who = f"user `{known[name].get('user')}` of the kubeconfig `{paths if user is None else user.path}`"
    entry = {} if user is None else _user(user, cluster, who)
    _check_cluster(cluster)
    configuration = Configuration()
    late = ClusterError(f"{who} has no credentials within {SECONDS:g} seconds", hint="log in as `kubectl` does")
    load: Any = load_kube_config_from_dict
    run_within(SECONDS, lambda: load(merged, name, configuration, temp_file_path=folder), lambda: late)
    return Target(configuration, known[name].get("namespace") or "default", who, frozenset(find_secrets(entry)))


def _node(entries: list[Any], name: object) -> Any:
    """Return the entry with this name, which has the path of its file; None if there is none."""
    return next((one for one in entries if one.value.get("name") == name), None)


def _folder(node: Any) -> Path:
    return Path(node.path).absolute().parent


def _user(node: Any, cluster: Any, who: str) -> dict[str, Any]:
    """Return the entry of a user with the credentials of its plug-in; also replaces it in the config."""
    entry = resolve_user(node.value.get("user") or {}, _folder(node), who)
    if "exec" in entry and not entry.get("token"):
        known = {} if cluster is None else cluster.value.get("cluster") or {}
        status = run_exec_plugin(entry["exec"], _folder(node), known, f"the plug-in of {who}")
        if status.get("token"):
            check_token(status["token"], f"the token that the plug-in of {who} prints")
            entry["token"] = status["token"]
        else:
            entry |= {key: b64encode(status[name].encode()).decode() for key, name in _OF_PLUGIN.items()}
            check_certificates(entry, tuple(_OF_PLUGIN), (), _folder(node), f"the plug-in of {who}")
    node.value["user"] = {key: value for key, value in entry.items() if key != "exec"}
    return entry


def _check_cluster(node: Any) -> None:
    if node is not None:
        entry, who = node.value.get("cluster") or {}, f"cluster `{node.value['name']}` of the kubeconfig `{node.path}`"
        keys = ("certificate-authority-data",), ("certificate-authority",)
        check_certificates(entry, *keys, _folder(node), who)


def _of_pod() -> Target:
    configuration = Configuration()
    with _in_words("this pod's service account"):
        load_incluster_config(configuration)  # type: ignore[no-untyped-call]
        namespace = _POD_NAMESPACE.read_text(encoding="utf-8").strip()
    return Target(configuration, namespace, "this pod's service account")


@contextmanager
def _in_words(what: str) -> Iterator[None]:
    """Raise ClusterError for errors that the library raises or logs."""
    logged = _Logged()
    logging.getLogger().addHandler(logged)
    try:
        yield
    except ClusterError:
        raise
    except ConfigException as error:
        raise ClusterError(f"{what} can't be used: {_sentence(error)}", hint=_COMPARE) from error
    except Exception as error:  # the library doesn't check types, and clouds' plug-ins raise anything
        # The message may contain a part of the file.
        message = f"{what} can't be used: it is malformed ({type(error).__name__})"
        raise ClusterError(message, hint=_COMPARE) from error
    finally:
        logging.getLogger().removeHandler(logged)
    if logged.messages:
        hint = "run what `exec` of the kubeconfig's user names, as `kubectl` does"
        raise ClusterError(f"{what} gives no credentials: {_sentence(logged.messages[0])}", hint=hint)


class _Logged(logging.Handler):
    """A log handler that collects the errors of the library."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def _sentence(error: Any) -> str:
    """Return the first line of a message, without its prefix and without entries of the file."""
    first = str(error).strip().partition("\n")[0].removeprefix("Invalid kube-config file. ")
    return redact(printable(first[:1].lower() + first[1:]).partition("/{")[0])

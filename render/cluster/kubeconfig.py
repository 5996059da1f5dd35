"""Which cluster is meant, and as whom: the kubeconfig's context, or the pod that this runs in."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kubernetes.client import Configuration
from kubernetes.config import ConfigException, load_incluster_config, load_kube_config
from kubernetes.config.incluster_config import SERVICE_HOST_ENV_NAME
from kubernetes.config.kube_config import KubeConfigMerger

from render.cluster.errors import ClusterError
from render.problem import printable

_DEFAULT = "~/.kube/config"
_POD_NAMESPACE = Path("/var/run/secrets/kubernetes.io/serviceaccount/namespace")
_NOWHERE = "set KUBECONFIG, or write `~/.kube/config`, as `kubectl` reads them"


@dataclass(frozen=True, slots=True)
class Target:
    """What a kubeconfig says. No certificate is read yet."""

    configuration: Configuration
    namespace: str


@contextmanager
def target(context: str | None) -> Iterator[Target]:
    """Yield the cluster of a context, else of the current one, else of this pod. Raises ClusterError.

    Keys that stand in the kubeconfig itself are on disk while the block runs, and no longer.
    """
    paths = os.environ.get("KUBECONFIG") or _DEFAULT
    is_there = any(Path(path).expanduser().is_file() for path in paths.split(os.pathsep) if path)
    if not is_there and context is None and SERVICE_HOST_ENV_NAME in os.environ:
        yield _of_pod()
        return
    if not is_there:
        raise ClusterError(f"there is no kubeconfig: `{paths}` is no file", hint=_NOWHERE)
    with TemporaryDirectory(prefix="render-") as folder:
        with _in_words(f"the kubeconfig `{paths}`"):
            found = _of_context(paths, context, folder)
        yield found


def _of_context(paths: str, context: str | None, folder: str) -> Target:
    config = KubeConfigMerger(paths).config.value  # type: ignore[no-untyped-call]
    known = {one.value["name"]: one.value.get("context") or {} for one in config["contexts"]}
    name = context or config.get("current-context")
    if name not in known:
        message = f"`{paths}` has no context `{name}`" if name else f"`{paths}` has no current context"
        names = ", ".join(f"`{one}`" for one in known)
        raise ClusterError(message, hint=f"give `--context` one of {names}" if names else _NOWHERE)
    configuration = Configuration()
    load_kube_config(paths, name, configuration, persist_config=False, temp_file_path=folder)  # type: ignore[no-untyped-call]
    return Target(configuration, known[name].get("namespace") or "default")


def _of_pod() -> Target:
    configuration = Configuration()
    with _in_words("this pod's service account"):
        load_incluster_config(configuration)  # type: ignore[no-untyped-call]
        namespace = _POD_NAMESPACE.read_text(encoding="utf-8").strip()
    return Target(configuration, namespace)


@contextmanager
def _in_words(what: str) -> Iterator[None]:
    """Say why credentials can't be had, which the library partly raises and partly logs. Raises ClusterError."""
    logged = _Logged()
    logging.getLogger().addHandler(logged)
    try:
        yield
    except ClusterError:
        raise
    except ConfigException as error:
        raise ClusterError(f"{what} can't be used: {_sentence(error)}") from error
    except Exception as error:  # it is read without a check of its shape, and clouds' plug-ins raise what they like
        # The message may show a part of the file.
        raise ClusterError(f"{what} can't be used: it is malformed ({type(error).__name__})") from error
    finally:
        logging.getLogger().removeHandler(logged)
    if logged.messages:
        hint = "run what `exec` of the kubeconfig's user names, as `kubectl` does"
        raise ClusterError(f"{what} gives no credentials: {_sentence(logged.messages[0])}", hint=hint)


class _Logged(logging.Handler):
    """Keeps the errors that the library logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def _sentence(said: Any) -> str:
    """Return the first line of what the library says, without its preface."""
    first = str(said).strip().partition("\n")[0].removeprefix("Invalid kube-config file. ")
    return printable(first[:1].lower() + first[1:])

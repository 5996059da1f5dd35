"""STO115 folder-read-only: a program writes to a folder that is mounted read-only.

With `container.securityContext.readOnlyRootFilesystem` only volumes and `/tmp` can be written to. A cache in another
folder ends in `Read-only file system` as soon as a model is loaded or a kernel is compiled. So does a cache on a volume
with `readOnly: true`. Without a variable for it, what Hugging Face's hub has goes to `~/.cache/huggingface`.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/security-context/

Example:
    image: registry.example/train:1
    container: {securityContext: {readOnlyRootFilesystem: true}}
    env: {HF_HOME: /root/.cache/huggingface}
Use instead:
    image: registry.example/train:1
    container: {securityContext: {readOnlyRootFilesystem: true}}
    env: {HF_HOME: /tmp/huggingface}
"""

from collections.abc import Iterator
from itertools import islice
from posixpath import normpath

from render.problem import Severity
from render.programs.own_files import expanded
from render.programs.run import Run
from render.programs.shell import Word
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import is_below

_HUB = ("HF_DATASETS_CACHE", "HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "TRANSFORMERS_CACHE")
_OFFLINE = ("HF_DATASETS_OFFLINE", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
_CACHES = (
    *("DEEPSPEED_CACHE_DIR", "MLFLOW_TRACKING_DIR", "NEMO_CACHE_DIR", "NUMBA_CACHE_DIR", "PIP_CACHE_DIR", "TORCH_HOME"),
    *("TORCHINDUCTOR_CACHE_DIR", "TORCH_EXTENSIONS_DIR", "TRITON_CACHE_DIR", "TRITON_HOME", "WANDB_CACHE_DIR"),
    *("WANDB_DIR", "XDG_CACHE_HOME"),
)
"""Variables with a folder that a library writes to."""
_OPTIONS = ("cache_dir", "log_dir", "logdir", "logging_dir", "tensorboard_dir", "tensorboard_log_dir")
"""Options with such a folder. STO104 has those with checkpoints."""
_READ = frozenset({"configMap", "downwardAPI", "projected", "secret"})
_ROOT = ("container", "securityContext", "readOnlyRootFilesystem")


@rule(
    severity=Severity.WARNING,
    keys=("container.securityContext", *_HUB, *_CACHES, *_OPTIONS, *(name.replace("_", "-") for name in _OPTIONS)),
)
def check(run: Run) -> Iterator[Finding]:
    """Report folders outside the volumes. Offline, a cache of the image is read only."""
    if not run.at(*_ROOT) and not any(_read_only(run)):
        return
    program = run.program
    is_offline = any(map(program.has_variable, _OFFLINE))
    for name, word in program.variables:
        if name in _CACHES or (name in _HUB and not is_offline):
            yield from _finding(run, name, word)
    for launch in program.launches:
        for option in launch.program_options.values():
            if option.name in _OPTIONS and option.value is not None:
                yield from _finding(run, f"--{option.name}", option.value)
    if run.at(*_ROOT) and not is_offline:
        yield from _downloads(run)


def _downloads(run: Run) -> Iterator[Finding]:
    """Yield a finding for a name of the hub, if nothing places its cache."""
    from render.programs.hub import CACHES, has_mounted_cache, hub_names

    options = {name for launch in run.program.launches for name in launch.program_options}
    if any(map(run.program.has_variable, CACHES)) or has_mounted_cache(run) or options & {"cache_dir", "download_dir"}:
        return
    for name, flag in islice(hub_names(run), 1):
        message = f"`{name}` is downloaded to `~/.cache/huggingface`, in a file system that is read-only"
        yield Finding(flag.path, message, "set `HF_HOME` to a folder of a volume, or of `/tmp`", excerpt=flag.text)


def _finding(run: Run, name: str, word: Word) -> Iterator[Finding]:
    folder = expanded(run.program, word)
    if folder is None or not folder.startswith("/"):
        return
    is_read_only = bool(run.at(*_ROOT))
    holding = dict.fromkeys(_writable(run), True) | dict.fromkeys(_read_only(run), False)
    nearest = max((root for root in holding if is_below(normpath(folder), normpath(root))), key=len, default="")
    if not holding.get(nearest, not is_read_only):
        where = f"volume at `{nearest}`, which" if nearest else "file system that"
        message = f"`{name}` is `{folder}`, in a {where} is read-only"
        yield Finding(word.path, message, "use a folder of a volume, or of `/tmp`", excerpt=word.text)


def _read_only(run: Run) -> Iterator[str]:
    for volume in run.at("storage", "volumes") or []:
        if volume.get("readOnly") or not _READ.isdisjoint(volume):
            yield volume.get("mountPath") or "/"


def _writable(run: Run) -> Iterator[str]:
    yield from ("/dev/shm", "/tmp")  # noqa: S108
    if run.at("storage", "checkpoints", "mode") not in (None, "none"):
        yield run.at("storage", "checkpoints", "mountPath") or "/checkpoints"
    for volume in run.at("storage", "volumes") or []:
        if not volume.get("readOnly") and _READ.isdisjoint(volume):
            yield volume.get("mountPath") or "/"
    if any(run.at("initializers", kind, "storageUri") for kind in ("dataset", "model")):
        yield run.at("initializers", "storage", "mountPath") or "/workspace"

"""The folders that a training writes, each tier of a ladder its own: on volumes that all tiers share."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_SHARED = ("csi", "hostPath", "nfs", "persistentVolumeClaim")
"""Sources of volumes that outlive a pod, and that all sizes see."""

_OUTPUTS = (
    "checkpoint|checkpoint_dir|checkpoint_folder|checkpoint_path|checkpoints|ckpt_dir|ckpt_path|default_root_dir|log_dir"
    "|logdir|logging_dir|logs|out|out_dir|output|output_dir|output_folder|output_path|outputs|result_dir|results"
    "|results_dir|run_dir|save|save_dir|save_folder|save_path|save_to|tb_dir|tensorboard_dir|work_dir|workdir"
)
"""Names of options and variables whose value is a folder that a training writes. Dashes are underscores."""


def output_overrides(values: Mapping[str, Any], tier: str) -> dict[str, Any]:
    """Return the overrides that give a tier output folders of its own on the volumes that all tiers share."""
    over: dict[str, Any] = {}
    mounts = list(writable_mounts(values))
    for key in ("command", "args"):
        words = list(values.get(key) or ())
        new = [_own_word(word, words[place - 1] if place else "", mounts, tier) for place, word in enumerate(words)]
        if new != words:
            over[key] = new
    env = {
        name: _own_folder(value, mounts, tier)
        for name, value in (values.get("env") or {}).items()
        if isinstance(value, str) and re.fullmatch(rf"(?:\w+_)?(?:{_OUTPUTS})", name.lower())
    }
    files = {path: _own_text(text, mounts, tier) for path, text in (values.get("files") or {}).items()}
    for section, texts in (("env", env), ("files", files)):
        changed = {name: value for name, value in texts.items() if value != values[section][name]}
        over |= {section: changed} if changed else {}
    return over


def writable_mounts(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the folders of the volumes that all tiers share and can write."""
    for volume in (values.get("storage") or {}).get("volumes") or ():
        sources = [volume[name] for name in _SHARED if volume.get(name)]
        if sources and not volume.get("readOnly") and not any(source.get("readOnly") for source in sources):
            yield str(volume["mountPath"]).rstrip("/")


def _own_word(word: str, before: str, mounts: Sequence[str], tier: str) -> str:
    """Return a word of a command line with the tier's own output folders; `before` is the word before it."""
    if re.fullmatch(rf"--?(?:{_OUTPUTS})", before.replace("-", "_").replace("__", "--", 1).lower()):
        return _own_folder(word, mounts, tier)
    pattern = rf"(?<![\w.])((?:--?)?(?:[\w.]*\.)?(?:{_OUTPUTS.replace('_', '[-_]')})(?:=|\s+))([^\s;&|\"']+)"
    return re.sub(pattern, lambda found: found[1] + _own_folder(found[2], mounts, tier), word, flags=re.IGNORECASE)


def _own_text(text: str, mounts: Sequence[str], tier: str) -> str:
    """Return a file, such as a YAML or JSON configuration, with the tier's own output folders."""
    pattern = rf"(?<![\w.-])((?:{_OUTPUTS})[\"']?[ \t]*[:=][ \t]*[\"']?)([^\s,;#\"']+)"
    return re.sub(pattern, lambda found: found[1] + _own_folder(found[2], mounts, tier), text, flags=re.IGNORECASE)


def _own_folder(path: str, mounts: Sequence[str], tier: str) -> str:
    """Return the tier's folder for a folder on a shared volume; any other text unchanged."""
    if path.rstrip("/") in mounts:
        return f"{path.rstrip('/')}/{tier}"
    return f"{path.rstrip('/')}-{tier}" if any(path.startswith(f"{mount}/") for mount in mounts) else path

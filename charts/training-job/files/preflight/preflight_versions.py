"""Versions that must be equal on all nodes, without imports, which take seconds and GPU memory."""

from __future__ import annotations

import re
import sys
from importlib import metadata, util
from pathlib import Path

LIBRARIES = [*Path("/usr/lib").glob("*-linux-gnu"), Path("/usr/local/lib")]


def python() -> str:
    """Return Python's version, without the patch level: bug fixes do not change what processes exchange."""
    return "{}.{}".format(*sys.version_info)


def torch() -> str | None:
    """Return torch's version, None if it is not installed."""
    return _installed("torch") or _declared("torch")


def nccl() -> str | None:
    """Return NCCL's version: of torch's package, else of the image's library."""
    for package in metadata.distributions():
        name = package.metadata["Name"] or ""
        if re.fullmatch(r"nvidia-nccl-cu\d+", name):
            return package.version
    libraries = sorted(path.name for folder in LIBRARIES for path in folder.glob("libnccl.so.*.*"))
    return libraries[0].split(".so.")[1] if libraries else None


def cuda() -> str | None:
    """Return the CUDA that torch is built with; None if it is built for CPUs or other GPUs."""
    spec = util.find_spec("torch")
    folders = [Path(folder) for folder in (spec.submodule_search_locations if spec else None) or []]
    found = [_found(r"""^cuda\b[^=\n]*= ["'](.+?)["']""", folder / "version.py") for folder in folders]
    return next((version for version in found if version), None)


def driver() -> str | None:
    """Return the version of NVIDIA's kernel module, None if it is not loaded."""
    return _found(r"Kernel Module.*?\s(\d+\.\d+(\.\d+)?)\s", Path("/proc/driver/nvidia/version"))


def _installed(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _declared(package: str) -> str | None:
    """Read `version.py` of a package that was built in place and so has no metadata."""
    spec = util.find_spec(package)
    folders = [Path(folder) for folder in (spec.submodule_search_locations if spec else None) or []]
    found = [_found(r"""__version__ = ["'](.+?)["']""", folder / "version.py") for folder in folders]
    return next((version for version in found if version), None)


def _found(pattern: str, path: Path) -> str | None:
    try:
        found = re.search(pattern, path.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    except OSError:
        return None
    return found.group(1) if found else None

"""Frameworks that the lab's image does not have: an environment of ci/tools/venv, which pods read from this machine."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import CHECKOUT

_IMAGE = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@cache
def volumes_of(name: str) -> tuple[str, list[dict[str, Any]]]:
    """Return the PATH with which a pod finds an environment (`test-torch`: the extras), and its volumes, read-only.

    It is installed first if it is not yet: that takes minutes.
    """
    command = [str(CHECKOUT / "ci" / "tools" / "venv"), *name.split("-")]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    folder = Path(done.stdout.strip()).resolve()  # its programs name it so
    folder.chmod(0o755)  # pods of any user read it
    home = str(folder)
    folders = [home] if sys.base_prefix == "/usr" else [home, sys.base_prefix]  # a Python that the image does not have
    volumes = [
        {"name": f"python-{number}", "mountPath": folder, "readOnly": True, "hostPath": {"path": folder}}
        for number, folder in enumerate(folders)
    ]
    return f"{home}/bin:{_IMAGE}", volumes


def with_environment(row: dict[str, Any], spec: dict[str, Any]) -> dict[str, Any]:
    """Return the overlay of a row, with the volumes and the PATH of its environment."""
    overlay: dict[str, Any] = row["overlay"]
    if "environment" not in row:
        return overlay
    path, volumes = volumes_of(row["environment"])
    storage = overlay.get("storage", {})
    code = storage.get("volumes", spec.get("storage", {}).get("volumes", []))
    return {
        **overlay,
        "env": {**overlay.get("env", {}), "PATH": path},
        "storage": {**storage, "volumes": [*code, *volumes]},
    }

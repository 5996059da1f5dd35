"""The claim for checkpoints: of the volumes of a spec, the one that a person would write so."""

from typing import Any

_NAMES = ("checkpoint", "checkpoints", "checkpoint-volume", "checkpoints-volume")
_FOLDER, _VARIABLE = "/checkpoints", "CHECKPOINT_DIR"
"""What a spec says where it says nothing."""


def with_checkpoints(volumes: list[dict[str, Any]], env: dict[str, Any]) -> dict[str, Any]:
    """Take the claim for checkpoints out of `volumes`, and the variable that holds its folder out of `env`.

    Returns the section `storage.checkpoints`; nothing where there is none.
    """
    for volume in volumes:
        variable = _variable(env, volume["mountPath"])
        if _is_for_checkpoints(volume) and variable is not None:
            volumes.remove(volume)
            env.pop(variable, None)
            section = {"mode": "existing", "claimName": volume["persistentVolumeClaim"]["claimName"]}
            if volume["mountPath"] != _FOLDER:
                section["mountPath"] = volume["mountPath"]
            return section if variable == _VARIABLE else {**section, "env": variable}
    return {}


def _is_for_checkpoints(volume: dict[str, Any]) -> bool:
    is_named_so = volume["name"] in _NAMES or volume["mountPath"] == _FOLDER
    is_plain = volume.keys() == {"name", "mountPath", "persistentVolumeClaim"}
    return is_named_so and is_plain and volume["persistentVolumeClaim"].keys() == {"claimName"}


def _variable(env: dict[str, Any], folder: str) -> str | None:
    """Return the variable that holds a folder, else the usual one where it is free."""
    holding = [name for name, value in env.items() if value == folder]
    if holding:
        return holding[0]
    return None if _VARIABLE in env else _VARIABLE

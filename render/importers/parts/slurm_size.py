"""How much a script for Slurm's `sbatch` asks for: tasks, GPUs, memory, time.

Source: https://slurm.schedmd.com/sbatch.html
"""

import re
from collections.abc import Mapping

_PREFLIGHT_SECONDS = 1800
"""`preflight.timeoutSeconds` of the chart, which must be less than `activeDeadlineSeconds`."""


def count(options: Mapping[str, str], name: str, otherwise: int = 0) -> int:
    """Return an option's whole number; the lower one of a range, `otherwise` for any other text."""
    text = options.get(name, "").partition("-")[0]
    return int(text) if text.isdecimal() else otherwise


def tasks_per_node(options: Mapping[str, str]) -> int:
    """Return the processes that `srun` starts on a node."""
    return count(options, "ntasks-per-node") or -(-count(options, "ntasks") // count(options, "nodes", 1)) or 1


def gpus_per_node(options: Mapping[str, str]) -> int:
    """Return the GPUs of a node."""
    nodes, tasks = count(options, "nodes", 1), tasks_per_node(options)
    for name, share in (("gres", 1), ("gpus-per-node", 1), ("gpus", nodes), ("gpus-per-task", 0)):
        kind, *parts = options.get(name, "").split(":")
        text = (parts or [kind])[-1].partition("(")[0]
        if text.isdecimal() and (name != "gres" or kind == "gpu"):
            return -(-int(text) // share) if share else int(text) * tasks
    return 0


def gpu_type(options: Mapping[str, str]) -> str:
    """Return the type of the GPUs that a script asks for by name; empty if it takes any."""
    for name in ("gres", "gpus-per-node", "gpus", "gpus-per-task"):
        parts = options.get(name, "").removeprefix("gpu:").partition(",")[0].split(":")
        if len(parts) > 1 or (parts[0] and not parts[0][0].isdecimal() and parts[0] != "gpu"):
            return parts[0]
    return ""


def job_folder(options: Mapping[str, str]) -> str | None:
    """Return the absolute folder in which the program starts; None if the script names none."""
    folder = options.get("container-workdir") or options.get("chdir") or ""
    return folder if folder.startswith("/") and "$" not in folder and "%" not in folder else None


def preflight_timeout(seconds: int | None) -> int | None:
    """Return how long nodes wait for each other in a run that may take some seconds; None where the default fits."""
    return max(10, seconds // 2) if seconds is not None and seconds <= _PREFLIGHT_SECONDS else None


_UNITS = {"": "Mi", "K": "Ki", "M": "Mi", "G": "Gi", "T": "Ti"}


def memory_quantity(text: str | None, per_cpu: str | None, cpus: int) -> str | None:
    """Return a quantity for `--mem`, or for `--mem-per-cpu` and the CPUs of a node; None for the whole machine."""
    match = re.fullmatch(r"(\d+)([KMGT]?)B?", (text or per_cpu or "").upper())
    number = int(match[1]) * (1 if text else cpus) if match else 0
    return f"{number}{_UNITS[match[2]]}" if match and number else None


def time_seconds(text: str) -> int | None:
    """Return the seconds of `--time`: MINUTES, [DAYS-]HOURS[:MINUTES[:SECONDS]] or MINUTES:SECONDS."""
    days, dash, clock = text.rpartition("-")
    parts = clock.split(":")
    if not all(part.isdecimal() for part in (*parts, *([days] if dash else []))):
        return None
    numbers = [int(part) for part in parts]
    if dash:
        hours, minutes, seconds = [*numbers, 0, 0][:3]
        return int(days) * 86400 + hours * 3600 + minutes * 60 + seconds
    hours, minutes, seconds = [0, *numbers, 0] if len(numbers) == 1 else [0, *numbers][-3:]
    return hours * 3600 + minutes * 60 + seconds

"""The program of a script for Slurm as a spec has it: its launcher, and words for a shell."""

import re
import shlex

from render.importers.parts.importer import RemainingFields
from render.importers.parts.slurm import SlurmScript
from render.programs.command import find_commands
from render.programs.command_line import parse_launch
from render.programs.unwrap import SHELLS

OF_ACCELERATE = {
    "num_processes": "NUM_PROCESSES",
    "num_machines": "NNODES",
    "machine_rank": "NODE_RANK",
    "main_process_ip": "MASTER_ADDR",
    "main_process_port": "MASTER_PORT",
    "rdzv_backend": "",
}
"""Options of `accelerate launch`, with the run's variables that they get."""


OF_DEEPSPEED = ("hostfile", "master_addr", "master_port", "node_rank", "num_gpus", "num_nodes")
"""Options of `deepspeed` that the run's hostfile replaces."""


def starts_ray(script: SlurmScript) -> bool:
    """Return True if the script starts a Ray cluster before its program."""
    return any(words[:2] == ["ray", "start"] for words in (*script.others, *script.programs))


def program_launcher(container: RemainingFields, nodes: int) -> str:
    """Return the launcher of a spec for a program on some nodes."""
    words = list(container.data["command"])
    names = {parse_launch(one).name for one in find_commands((("command", at), word) for at, word in enumerate(words))}
    program = words[0].rpartition("/")[2]
    if program == "deepspeed" and nodes > 1:
        return "deepspeed"
    return next((launcher for launcher in ("torchrun", "accelerate") if launcher in names), None) or (
        "mpi" if program in ("mpirun", "mpiexec") else "plain"
    )


def with_run_options(words: list[str]) -> list[str]:
    """Return the command line of `accelerate launch` with the run's variables in its options."""
    if words[0] in SHELLS:
        options = " ".join(f"--{name} ${variable}" for name, variable in OF_ACCELERATE.items() if variable)
        return [re.sub(r"\baccelerate\s+launch\b", f"accelerate launch {options}", word, count=1) for word in words]
    options_of_list = [f"--{name}=$({variable})" for name, variable in OF_ACCELERATE.items() if variable]
    place = words.index("launch") + 1 if "launch" in words else len(words)
    return [*words[:place], *options_of_list, *words[place:]]


def quoted_word(word: str) -> str:
    """Return a word for a shell, which expands what it refers to."""
    if not re.search(r"[$`]", word):
        return shlex.quote(word)
    return f'"{word}"' if re.search(r"\s", word) and '"' not in word else word

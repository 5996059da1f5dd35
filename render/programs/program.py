"""The program of one container, whether a spec, a pod or a TrainJob defines it.

Rules about command lines and variables read this class and so cover all three.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from render.programs.command import Command, shell_script
from render.programs.command_line import Launch, parse_launch
from render.programs.marks import find_marks
from render.programs.shell import Word
from render.schema_errors.error import Path

if TYPE_CHECKING:  # only a spec with `files` needs it
    from render.programs.config_file import ConfigFile

_READS = (".", "source")
"""Shell commands that may set variables from a file."""
_TESTS = ("[", "[[", "test")
_RANKS = ("HOSTNAME", "INDEX", "RANK")
_CENTRAL = frozenset({"deepspeed", "horovod", "mpi", "ray"})
_TAKES_SCRIPT = re.compile(r"-[a-zA-Z]*c")
_FAMILIES = ("FI_", "GLOO_", "HYDRA_", "I_MPI_", "KUBERNETES_", "NCCL_", "OMPI_", "PRTE_", "RAY_")
"""Variables that fabrics, launchers and Kubernetes set."""
_SERVICE = "_SERVICE_"
"""Part of the variables that Kubernetes sets for each Service of the namespace."""
_REFERENCE = r"(?<!\$)\$\(([A-Za-z_][\w.-]*)\)"
_ONE_VARIABLE = r"\$\((\w+)\)|\$(\w+)|\$\{(\w+)\}"
_IN_SCRIPT = r"(?<!\$)\$\(([A-Z][A-Z0-9_]*)\)"


class _Container(NamedTuple):
    """The fields of a program, which are known when it is read."""

    commands: tuple[Command, ...]
    """Commands of `command` and `args`; empty if the image's entry point decides."""
    literals: tuple[tuple[str, Word], ...]
    """Variables with literal values, with the paths of the values."""
    preset: Mapping[str, str | None]
    """Variables that the chart or a controller sets; None if the value is unknown or differs between pods."""
    nodes: int | None = None
    """Number of pods that run it together; None if unknown."""
    processes: int | None = None
    """Processes per pod; None if unknown."""
    gpus: int | None = None
    """GPUs per pod; None if unknown."""
    has_tpus: bool = False
    """True if a pod has TPUs, which NCCL doesn't connect."""
    devices: frozenset[str] | None = None
    """RDMA resources per pod; None if unknown."""
    host_network: Path | None = None
    """Path of the field that turns on the host network; None if it is off."""
    runs_once: bool = False
    """True if one pod runs it and starts processes on all nodes (mpirun, Ray, …)."""
    is_only_template: bool = True
    """True if all pods of the run come from this template."""
    is_elastic: bool = False
    is_environment_known: bool = True
    """True if no ConfigMap, Secret or controller adds variables."""
    argv: tuple[Word, ...] = ()
    """The words of `command` and `args`."""
    has_command: bool = True
    """False if the image's entry point starts the words."""
    launcher: str = ""
    """The `launcher` of a spec, or the one that does the same for an operator's kind; empty if unknown."""
    world: int | None = None
    """Processes of all nodes together; None if unknown."""
    defined: frozenset[str] = frozenset()
    """Further variables that a container has, such as the folder of the checkpoints."""
    files: Mapping[str, str] = {}
    """Texts of the spec's `files` by path."""
    folder: str = ""
    """The working directory; empty if the image decides."""
    checkpoints: tuple[str, str] | None = None
    """Name and value of the variable with the folder of the checkpoints."""


class Program(_Container):
    """A container's program and its environment, with the facts that rules ask for, each computed once."""

    @property
    def is_distributed(self) -> bool:
        """Return True if several nodes run it."""
        return self.nodes is not None and self.nodes > 1

    @cached_property
    def launches(self) -> tuple[Launch, ...]:
        """The parsed command lines."""
        return tuple(map(parse_launch, self.commands))

    @cached_property
    def configs(self) -> "tuple[ConfigFile, ...]":
        """The configuration files of its programs that are in `files`."""
        if not self.files:
            return ()
        from render.programs.config_files import find_configs

        return find_configs(self)

    def configs_of(self, *modules: str) -> "Iterator[ConfigFile]":
        """Yield the readable configuration files of some formats, by their modules."""
        return (one for one in self.configs if one.module in modules and one.data)

    @cached_property
    def script(self) -> tuple[Word, tuple[Word, ...]] | None:
        """The script of a shell (`bash -c SCRIPT NAME ARG…`) and the words after it."""
        return shell_script(self.argv)

    @cached_property
    def arguments(self) -> tuple[Word, ...]:
        """The words that no shell reads: those of `command` and `args` that are not a script (`-c SCRIPT`)."""
        previous = ("", *(word.text for word in self.argv))
        return tuple(
            word for before, word in zip(previous, self.argv, strict=False) if not _TAKES_SCRIPT.fullmatch(before)
        )

    def may_expand(self, name: str) -> bool:
        """Return True if the kubelet knows or may know the variable, and replaces `$(NAME)` by its value."""
        is_known = name in self.preset or name in self.defined or name in self.literal_names
        return is_known or not self.is_environment_known or name.startswith(_FAMILIES) or _SERVICE in name

    @cached_property
    def literal_names(self) -> frozenset[str]:
        """Names of the variables with a value in the spec."""
        return frozenset(name for name, _ in self.literals)

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of launchers, programs, options and variables in it. Most rules concern a few of them."""
        words = ((command.program, *(word.text for word in command.words)) for command in self.commands)
        settings = (
            word.text.lstrip("+").partition("=")[0]
            for command in self.commands
            for word in command.words
            if "=" in word.text and "." in word.text
        )
        options = {name for found in self.launches for name in (found.name, *found.options, *found.program_options)}
        sections = {*options, *settings}
        last = (name.rpartition(".")[2] for name in sections if "." in name)
        assigned = (command.assignments for command in self.commands)
        exported = (found.exports for found in self.launches)
        variables = (name for name, _ in chain(self.literals, *assigned, *exported))
        return frozenset(chain(*words, sections, last, variables, find_marks(self), {self.launcher} & _CENTRAL))

    @cached_property
    def undefined_references(self) -> tuple[tuple[Word, str], ...]:
        """References `$(NAME)` to variables that the container doesn't have, each with its word.

        In a script `$(…)` runs a command, so that only names in capital letters are references.
        """
        arguments = set(self.arguments)
        others = [word for name, word in self.literals if f"$({name})" not in word.text]  # ENV107 reports these
        return tuple(
            (word, match[1])
            for word in (*self.argv, *others)
            if "$(" in word.text
            for match in re.finditer(
                _IN_SCRIPT if word in self.argv and word not in arguments else _REFERENCE, word.text
            )
            if not self.may_expand(match[1])
        )

    def launched_by(self, *names: str) -> Iterator[Launch]:
        """Yield the training command lines of the named launchers."""
        return (found for _, found in self._trainings if found.name in names)

    @cached_property
    def variables(self) -> tuple[tuple[str, Word], ...]:
        """Variables of the manifest, and those that a script sets for the training command."""
        commands = [command for command, _ in self._trainings] or self.commands
        assigned = (assignment for command in commands for assignment in command.assignments)
        exported = (assignment for _, launch in self._trainings for assignment in launch.exports)
        return tuple(dict.fromkeys((*self.literals, *assigned, *exported)))

    @cached_property
    def _trainings(self) -> tuple[tuple[Command, Launch], ...]:
        """The training commands, without preparation that a node runs by itself."""
        started = tuple(pair for pair in zip(self.commands, self.launches, strict=True) if pair[1].launcher)
        return tuple(pair for pair in started if "standalone" not in pair[1].options) or started

    def values_of(self, *names: str) -> Iterator[tuple[str, Word]]:
        """Yield the literal values of these variables."""
        return ((name, word) for name, word in self.variables if name in names and word.is_literal)

    def has_variable(self, name: str) -> bool:
        """Return True if the variable is or may be set."""
        is_known = self.is_environment_known and not any(command.program in _READS for command in self.commands)
        return name in self.preset or any(name == known for known, _ in self.variables) or not is_known

    def resolve(self, word: Word | None) -> str | None:
        """Return the text of a literal word, or the known value of a word that is one variable; else None."""
        if word is None or word.is_literal:
            return None if word is None else word.text
        match = re.fullmatch(_ONE_VARIABLE, word.text)
        name = next(filter(None, match.groups()), "") if match else ""
        found = [value.text for known, value in self.variables if known == name and value.is_literal]
        return found[-1] if found else self.preset.get(name)

    @property
    def chooses_by_rank(self) -> bool:
        """Return True if its script branches on the node's rank, so that nodes run different commands."""
        tests = (command for command in self.commands if command.program in _TESTS)
        return any(_is_rank(word) for command in tests for word in command.words)


def _is_rank(word: Word) -> bool:
    return not word.is_literal and any(name in word.text for name in _RANKS)

"""What one container of a training run starts, wherever it is written: in a spec, in a pod, in a TrainJob.

A rule about command lines and variables reads this, and so finds the same mistake in all of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from render.programs.launches import Launch, launch
from render.programs.shell import Word
from render.programs.tokens import Command
from render.shape.mistake import Path

_READS = (".", "source")
"""Commands of a shell that may set variables from a file."""
_TESTS = ("[", "[[", "test")
_RANKS = ("HOSTNAME", "INDEX", "RANK")


@dataclass(frozen=True)
class Program:
    """One container's program, and what it finds when it starts."""

    commands: tuple[Command, ...]
    """What `command` and `args` start; nothing where the image's entry point decides."""
    literals: tuple[tuple[str, Word], ...]
    """The variables that are written out, with the places of their values."""
    given: Mapping[str, str | None]
    """The variables that the run itself writes; None where the value differs from pod to pod, or is not known."""
    nodes: int | None = None
    """Pods that run it together; None where that can't be told."""
    processes: int | None = None
    """Processes that each of them is to start."""
    gpus: int | None = None
    """GPUs of each of them."""
    devices: frozenset[str] | None = None
    """RDMA devices of each of them; None where that can't be told."""
    host_network: Path | None = None
    """What puts them on the network of their node."""
    is_central: bool = False
    """One pod runs it, and has the nodes start what they are to do."""
    is_whole: bool = True
    """No other template makes more pods of the same run."""
    is_elastic: bool = False
    is_environment_known: bool = True
    """No variable comes from elsewhere: a ConfigMap, a Secret, a controller."""

    @property
    def is_distributed(self) -> bool:
        """Say whether several nodes run it."""
        return self.nodes is not None and self.nodes > 1

    @cached_property
    def launches(self) -> tuple[Launch, ...]:
        """What its commands start, and how."""
        return tuple(map(launch, self.commands))

    @cached_property
    def names(self) -> frozenset[str]:
        """What launchers, programs, options and variables are called in it: most rules are about a few of them."""
        words = ((command.program, *(word.text for word in command.words)) for command in self.commands)
        options = ((found.name, *found.options, *found.program_options) for found in self.launches)
        assigned = (command.assignments for command in self.commands)
        variables = (name for name, _ in chain(self.literals, *assigned))
        return frozenset(chain(*words, *options, variables))

    def launched_by(self, *names: str) -> Iterator[Launch]:
        """Yield what launchers of these names start as the training."""
        return (found for _, found in self._trainings if found.name in names)

    @cached_property
    def variables(self) -> tuple[tuple[str, Word], ...]:
        """The variables that are written out: in the manifest, and by the script for the training."""
        commands = [command for command, _ in self._trainings] or self.commands
        assigned = (assignment for command in commands for assignment in command.assignments)
        return tuple(dict.fromkeys((*self.literals, *assigned)))

    @cached_property
    def _trainings(self) -> tuple[tuple[Command, Launch], ...]:
        """What launchers start; what a node does by itself before it joins the others is left out."""
        started = tuple(pair for pair in zip(self.commands, self.launches, strict=True) if pair[1].launcher)
        return tuple(pair for pair in started if "standalone" not in pair[1].options) or started

    def values_of(self, *names: str) -> Iterator[tuple[str, Word]]:
        """Yield the values of these variables that are known as they stand."""
        return ((name, word) for name, word in self.variables if name in names and word.is_literal)

    def has_variable(self, name: str) -> bool:
        """Say whether the program may find a variable."""
        is_known = self.is_environment_known and not any(command.program in _READS for command in self.commands)
        return name in self.given or any(name == known for known, _ in self.variables) or not is_known

    @property
    def chooses_by_rank(self) -> bool:
        """Say whether its script asks which node it runs on, so that not all nodes do all that is written."""
        tests = (command for command in self.commands if command.program in _TESTS)
        return any(_is_rank(word) for command in tests for word in command.words)


def _is_rank(word: Word) -> bool:
    return not word.is_literal and any(name in word.text for name in _RANKS)

"""The catalog of programs: what every entry has, and that a command imports only its own module."""

import json
import subprocess
import sys

import pytest

from render.programs.catalog import INDEX, ProgramType, all_programs, first_words, index_programs

PROGRAMS = [one for some in all_programs().values() for one in some]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)
def test_a_program_has_a_source_and_an_entry_in_the_index(program: ProgramType) -> None:
    assert program.source.startswith("https://")
    assert first_words(program) <= json.loads(INDEX.read_bytes()).keys()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)
def test_a_subcommand_that_trains_is_known(program: ProgramType) -> None:
    spellings = [spelling.split() for spelling in program.commands]
    assert not program.subcommands or {words[1] for words in spellings if len(words) == 2} <= program.subcommands


def test_a_name_belongs_to_one_module() -> None:
    names = [(name, module) for module, some in all_programs().items() for one in some for name in first_words(one)]
    assert len({name for name, _ in names}) == len(set(names))
    assert index_programs(all_programs()) == json.loads(INDEX.read_bytes())


def test_only_the_module_of_a_command_is_imported() -> None:
    code = (
        "import sys; from render.programs.command import find_commands; from render.programs.command_line import *; "
        "[parse_launch(c) for c in find_commands([((), 'torchrun'), ((), 'train.py')])]; "
        "print(*sorted(m for m in sys.modules if m.startswith('render.programs.catalog.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["render.programs.catalog.torchrun"]

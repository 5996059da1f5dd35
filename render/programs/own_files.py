"""Find a file of the spec's `files` by the path that a program is given."""

import re
from collections.abc import Mapping
from posixpath import isabs, join, normpath
from typing import TYPE_CHECKING

from render.programs.shell import Word

if TYPE_CHECKING:  # it imports this module
    from render.programs.program import Program

_REFERENCE = r"\$\(([A-Za-z_]\w*)\)|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)"


def own_file(files: Mapping[str, str], text: str, folder: str, *, may_move: bool = False) -> str | None:
    """Return the key in `files` of a path; None if `files` has no such file.

    `folder` is the working directory, empty if the image decides; `may_move` is True if the program may change it.
    Without a known one, a relative path is the only file whose path ends with it.
    """
    if isabs(text) or folder:
        path = normpath(join(folder, text))
        if path in files or isabs(text):
            return path if path in files else None
    if folder and not may_move:
        return None
    ends = [path for path in files if path.endswith(f"/{normpath(text)}")]
    return ends[0] if len(ends) == 1 else None


def locate(program: "Program", word: Word) -> str | None:
    """Return the key in `files` of the file that a word names; None if `files` has no such file."""
    text = expanded(program, word)
    if text is None:
        return None
    moves = any(command.program == "cd" for command in program.commands)
    return own_file(program.files, text, program.folder, may_move=moves)


def expanded(program: "Program", word: Word) -> str | None:
    """Return a word with the literal variables of the program; None if it refers to others."""
    if word.is_literal and "$" not in word.text:
        return word.text
    known = {name: value.text for name, value in program.variables if value.is_literal}
    if folder := program.checkpoints:
        known.setdefault(*folder)
    unknown = False

    def value_of(match: re.Match[str]) -> str:
        nonlocal unknown
        value = known.get(match[1] or match[2] or match[3])
        unknown |= value is None
        return value or ""

    text = re.sub(_REFERENCE, value_of, word.text)
    return None if unknown or "$" in text or "`" in text else text

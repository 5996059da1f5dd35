"""Take a command line apart: shells with a script, wrapper programs such as `env` and `timeout`, assignments."""

import re
from collections import deque
from collections.abc import Sequence
from itertools import islice
from posixpath import basename

from render.programs.catalog import ProgramType, match_program
from render.programs.shell import Word

Assignment = tuple[str, Word]

SHELLS = frozenset({"ash", "bash", "dash", "ksh", "sh", "zsh"})
_TAKE_SCRIPTS = frozenset({"flock", "runuser", "script", "su"})
"""Programs whose option `-c` has a script for a shell (https://man7.org/linux/man-pages/man1/script.1.html)."""
_SCRIPT_OPTION = r"-[a-zA-Z]*c|--command"
_KEYWORDS = frozenset({"!", "{", "do", "elif", "else", "if", "then", "time", "until", "while"})
"""Shell keywords that may precede a command."""
_NO_COMMANDS = frozenset({"case", "done", "esac", "fi", "for", "function", "select", "}"})
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)


def find_script(words: Sequence[Word]) -> Word | None:
    """Return the script of `sh -c SCRIPT` or `eval SCRIPT`."""
    if words[0].text == "eval" and len(words) == 2:
        return words[1]
    if takes_script(words):
        position = next(index for index, word in enumerate(words) if re.fullmatch(_SCRIPT_OPTION, word.text))
        return words[position + 1]
    if basename(words[0].text) not in SHELLS:
        return None
    is_command, rest = False, deque(words[1:])
    while rest and rest[0].text[:1] in ("-", "+"):
        option = rest.popleft().text
        is_command |= not option.startswith("--") and "c" in option
        if option.endswith("o") and not option.startswith("--") and rest:
            rest.popleft()
    return rest[0] if is_command and rest else None


def takes_script(words: Sequence[Word]) -> bool:
    """Return True for a command line such as `script -qec SCRIPT FILE`."""
    if len(words) < 2 or basename(words[0].text) not in _TAKE_SCRIPTS:
        return False
    return any(re.fullmatch(_SCRIPT_OPTION, word.text) for word in islice(words, len(words) - 1))


def without_keywords(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return a command without the shell keywords before it; empty if a keyword has none, such as `done`."""
    kept = deque(words)
    while kept and kept[0].text in _KEYWORDS:
        kept.popleft()
    return () if kept and kept[0].text in _NO_COMMANDS else tuple(kept)


def without_wrappers(words: Sequence[Word]) -> tuple[tuple[Assignment, ...], tuple[Word, ...]]:
    """Return the variables that are set before a command, and the command itself."""
    rest = deque(words)
    assignments: list[Assignment] = []
    while rest and not takes_script(rest):
        name = basename(rest[0].text)
        if assignment := find_assignment(rest[0]):
            assignments.append(assignment)
            rest.popleft()
        elif (wrapper := _match_wrapper(name, rest)) is not None:
            tool, length = wrapper
            first = rest[0]
            for _ in range(length):
                rest.popleft()
            _leave_out(rest, tool)
            if tool.runs_scripts and rest and (rest[0].text == "-m" or rest[0].text.endswith(".py")):
                rest.appendleft(first._replace(text="python"))
        else:
            break
    return tuple(assignments), tuple(rest)


def _match_wrapper(name: str, words: Sequence[Word]) -> tuple[ProgramType, int] | None:
    """Return the wrapper that a command line starts with, and the number of words that name it."""
    tool, length = match_program(name, words)
    return (tool, length) if tool is not None and tool.starts == "command" and len(words) > length else None


def _leave_out(words: deque[Word], wrapper: ProgramType) -> None:
    """Drop a wrapper's options and arguments from its words."""
    while words and words[0].text.startswith("-"):
        if wrapper.runs_scripts and words[0].text == "-m":
            break
        option = words.popleft().text
        if option == "--":
            break
        if option in wrapper.arguments and words:
            words.popleft()
    for _ in range(min(wrapper.positionals, len(words))):
        words.popleft()


def find_assignment(word: Word) -> Assignment | None:
    """Return the name and the value of `NAME=VALUE`; None for another word."""
    match = _ASSIGNMENT.fullmatch(word.text)
    return (match[1], word._replace(text=match[2])) if match else None

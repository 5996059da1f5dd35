"""Parse the text of Helm's errors into rejections.

Two formats are known. Errors of the schema, a tree by indentation:

    values don't meet the specifications of the schema(s) in the following chart(s):
    training-job:
    - at '/env': validation failed
      - at '/env/FOO': got number, want string

And errors of the chart itself, in one `fail`:

    execution error at (training-job/templates/x.yaml:1:4): training-job: 1 problem(s)
    - at '/name': message (hint: way out)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from render.engine.release import UNKNOWN_KEY, Rejection, RenderRejected

_ITEM = re.compile(r"(?P<indent> *)- at '(?P<pointer>.*?)': (?P<message>.*)")
_HINT = re.compile(r"(?P<message>.*) \(hint: (?P<hint>.*)\)", re.DOTALL)
_MISMATCH = re.compile(r"got (?P<got>\w+), want (?P<want>[\w ]+)")
_ESCAPE = re.compile(r"""\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[abfnrtv\\'"])""")
_ADDITIONAL = re.compile(r"additional propert(?:y|ies) (?P<keys>.*) not allowed")
_QUOTED = re.compile(r"'((?:\\.|[^\\'])*)'")
_DEBUG_ADVICE = "\n\nUse --debug flag to render out invalid YAML"


def parse_rejection(text: str) -> RenderRejected:
    """Return the rejections in the text of an error, at least one."""
    found = {rejection for item in _tree(text) for rejection in _leaves(item)}
    return RenderRejected(sorted(found, key=lambda r: (r.pointer or "", r.message)) or [Rejection(None, _words(text))])


def _words(text: str) -> str:
    return text.removesuffix("\n").removesuffix(_DEBUG_ADVICE).strip()


@dataclass(slots=True)
class _Item:
    pointer: str
    message: str
    children: list["_Item"] = field(default_factory=list)


def _tree(text: str) -> list[_Item]:
    roots: list[_Item] = []
    path: list[tuple[int, _Item]] = []
    for line in _words(text).split("\n")[1:]:
        match = _ITEM.fullmatch(line)
        if match is not None:
            indent = len(match["indent"])
            item = _Item(_unquoted(match["pointer"]), match["message"].replace("<nil>", "null"))
            while path and path[-1][0] >= indent:
                path.pop()
            (path[-1][1].children if path else roots).append(item)
            path.append((indent, item))
        elif path and not line.endswith(":"):
            path[-1][1].message += f"\n{line}"
    return roots


def _unquoted(text: str) -> str:
    """Return a string quoted by Go without its escapes."""
    return _ESCAPE.sub(lambda match: match[0].encode().decode("unicode_escape"), text)


def _leaves(item: _Item) -> Iterator[Rejection]:
    """Yield the rejections that a user can fix, without those that only group others (`validation failed`)."""
    if unknown := _ADDITIONAL.fullmatch(item.message):
        for key in _QUOTED.findall(unknown["keys"]):
            yield Rejection(f"{item.pointer}/{_unquoted(key).replace('~', '~0').replace('/', '~1')}", UNKNOWN_KEY)
    elif not item.children:
        hint = _HINT.fullmatch(item.message)
        yield (
            Rejection(item.pointer, hint["message"], hint["hint"])
            if hint
            else Rejection(item.pointer, plain_numbers(item.message))
        )
    elif re.match(r"'(any|one)Of' failed", item.message):
        yield from _alternatives(item)
    else:
        for child in item.children:
            yield from _leaves(child)


def _alternatives(item: _Item) -> Iterator[Rejection]:
    """Yield the reasons of the alternatives with the value's type; if there are none, all allowed types."""
    mismatches = [match for child in item.children if (match := _mismatch(child, item.pointer))]
    if len(mismatches) == len(item.children):
        *most, last = (match["want"] for match in mismatches)
        wanted = f"{', '.join(most)} or {last}" if most else last
        yield Rejection(item.pointer, f"got {mismatches[0]['got']}, want {wanted}")
        return
    for child in item.children:
        if not _mismatch(child, item.pointer):
            yield from _leaves(child)


def _mismatch(item: _Item, pointer: str) -> re.Match[str] | None:
    return _MISMATCH.fullmatch(item.message) if item.pointer == pointer else None


_TIMES = "\N{MULTIPLICATION SIGN}10"
_NUMBER = rf"-?[\d.,]+(?:{_TIMES}[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
_LIMIT = re.compile(f"(?P<rule>[A-Za-z]+): got (?P<got>{_NUMBER}), want (?P<want>{_NUMBER})")
_SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

LONGEST = 21
"""Maximum digits of a number that is written without an exponent, as in JSON."""


def plain_numbers(message: str) -> str:
    """Return a message about a limit with its numbers as a spec writes them; any other message unchanged."""
    limit = _LIMIT.fullmatch(message)
    return f"{limit['rule']}: got {_digits(limit['got'])}, want {_digits(limit['want'])}" if limit else message


def _digits(text: str) -> str:
    digits, _, power = text.replace(",", "").partition(_TIMES)
    number = Decimal(digits).scaleb(int(power.translate(_SUPERSCRIPT) or 0))
    return f"{number:f}" if number.adjusted() < LONGEST else f"{number:e}"

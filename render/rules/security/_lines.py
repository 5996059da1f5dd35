"""Lines of a text with a name and a value, one of which may be a credential: INI, YAML, JSON, shell, `.netrc`."""

import re
from collections.abc import Iterator

from render.redaction import KINDS
from render.rules.security._credential_names import is_literal_credential
from render.rules.security._secrets import looks_random, may_hold_secret

_PAIR = (
    r"""(?<![\w.$-])["']?([A-Za-z_][\w.-]{0,60})["']?[ \t]*[=:][ \t]*(["']?)([^\s"',;#{}()]{4,200})\2(?=[\s,;}]|$)"""
)
"""`name = value`, `name: value`, `"name": "value"`, `export NAME=value`."""
_NETRC = r"(?<![\w-])(password)[ \t]+()(\S{4,200})"
"""https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html"""
_OF_OTHER_NAMES = {"_auth": "auth_token", "auth": "auth_token", "client-key-data": "private_key"}
"""Credentials of npm, Docker and kubectl, in files of their own, by a name that is like others."""
_CODE = (".js", ".lua", ".py", ".tpl")
"""Files of programs: a name there is a variable, and has a literal value only in quotes."""


def credential_lines(file: str, text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the name, the value and the line, from 1, of each credential in a text of several lines."""
    if "\n" not in text or not may_hold_secret(text):
        return
    pattern = _NETRC if file.endswith("netrc") else _PAIR
    seen: set[str] = set()
    for match in re.finditer(pattern, text):
        name, quote, value = match.groups()
        if value in seen or (file.endswith(_CODE) and not (quote and looks_random(value))):
            continue
        known = _OF_OTHER_NAMES.get(name, name)
        if (known == name or looks_random(value)) and is_literal_credential(known, value) and not _has_form(value):
            seen.add(value)
            yield name, value, text.count("\n", 0, match.start()) + 1


def _has_form(value: str) -> bool:
    """Return True for a value that SEC102 reports by its form."""
    return any(any(mark in value for mark in marks) and re.search(one, value) for marks, one in KINDS.values())

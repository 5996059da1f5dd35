"""Credentials of a kubeconfig's user, checked before they are sent. No message contains a part of them."""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from render.cluster.errors import ClusterError
from render.problem import Problem
from render.source import read_file

MAX_BYTES = 1 << 20
"""Maximum bytes of a file with a token, a certificate or a key."""

_TOKEN = re.compile(r"[!-~]+")
"""Characters of a token in a header; RFC 6750 allows fewer."""
_BLOCK = b"-----BEGIN "
_DATA = ("client-certificate-data", "client-key-data")
_FILES = ("client-certificate", "client-key")
_SECRET = re.compile(r"token$|password|secret|key-data$|keydata$", re.IGNORECASE)


def resolve_user(user: object, folder: Path, what: str) -> dict[str, Any]:
    """Return a user's entry with the token of its `tokenFile`, stripped as in client-go.

    `folder` is the kubeconfig's; `what` names the user. Raises ClusterError for an unusable credential.
    """
    if not isinstance(user, dict):
        raise ClusterError(f"{what} is not a mapping", hint="write `user: {token: …}`")
    found = dict(user)
    if "tokenFile" in found and not found.get("token"):
        found["token"] = read_credential_file(found.pop("tokenFile"), folder, f"`tokenFile` of {what}").strip()
    if found.get("token") is not None:
        check_token(found["token"], f"the token of {what}")
    _check_basic(found, what)
    check_certificates(found, _DATA, _FILES, folder, what)
    return found


def check_token(token: object, what: str) -> None:
    """Raise ClusterError if a token can't be part of a header."""
    if not isinstance(token, str):
        raise ClusterError(f"{what} is not text", hint="write it in quotes")
    if _TOKEN.fullmatch(token):
        return
    if not token.strip():
        raise ClusterError(f"{what} is empty", hint="log in again, or write one")
    if _TOKEN.fullmatch(token.rstrip("\r\n")):
        hint = "`token: |` keeps the line break: write the token on the line of its key"
        raise ClusterError(f"{what} ends in a line break", hint=hint)
    if token.isascii() and token.isprintable():
        raise ClusterError(f"{what} has a space", hint="write the token alone, without `Bearer`")
    kind = "a control character" if any(not c.isprintable() for c in token) else "a character that is not ASCII"
    raise ClusterError(f"{what} has {kind}", hint="copy the token again")


def _check_basic(user: Mapping[str, Any], what: str) -> None:
    for key in ("username", "password"):
        value = user.get(key)
        if value is None:
            continue
        if not isinstance(value, str):
            raise ClusterError(f"`{key}` of {what} is not text", hint="write it in quotes")
        if any(ord(c) < 32 or ord(c) == 127 for c in value):
            raise ClusterError(f"`{key}` of {what} has a control character", hint=f"write `{key}` on one line")
        if any(ord(c) > 255 for c in value):
            raise ClusterError(f"`{key}` of {what} has a character that is not in Latin-1", hint="use a token")


def check_certificates(
    entry: Mapping[str, Any], data: tuple[str, ...], files: tuple[str, ...], folder: Path, what: str
) -> None:
    """Raise ClusterError if a certificate or key of an entry is not PEM. `data` and `files` are keys."""
    for key in data:
        if entry.get(key) is not None and not _is_pem(_decoded(entry[key])):
            raise ClusterError(f"`{key}` of {what} is not base64 of PEM", hint="`base64 -w0 FILE` writes it")
    for key in files:
        if entry.get(key) and entry.get(f"{key}-data") is None:
            text = read_credential_file(entry[key], folder, f"`{key}` of {what}")
            if not _is_pem(text.encode()):
                raise ClusterError(f"`{key}` of {what} is not PEM: `{entry[key]}`", hint="name a file of PEM")


def read_credential_file(path: object, folder: Path, what: str) -> str:
    """Return the text of a regular file that a kubeconfig names. Raises ClusterError."""
    if not isinstance(path, str):
        raise ClusterError(f"{what} is not a path", hint="write it in quotes")
    found = read_file(str(folder / path), MAX_BYTES)
    if isinstance(found, Problem):
        raise ClusterError(f"{what}: `{found.file}` {found.message}", hint="name a file that can be read")
    return found.content


def find_secrets(entry: object) -> Iterator[str]:
    """Yield the secrets in a user's entry: values of keys that name one, at any depth."""
    match entry:
        case dict():
            for key, value in entry.items():
                if isinstance(value, str) and _SECRET.search(str(key)):
                    yield from (line for line in (value, value.strip(), *value.split()) if line)
                else:
                    yield from find_secrets(value)
        case list():
            for item in entry:
                is_variable = isinstance(item, dict) and _SECRET.search(str(item.get("name", "")))
                yield from [str(item["value"])] if is_variable and "value" in item else find_secrets(item)


def _decoded(value: object) -> bytes:
    try:
        return base64.b64decode("".join(value.split()), validate=True) if isinstance(value, str) else b""
    except (binascii.Error, ValueError):
        return b""


def _is_pem(data: bytes) -> bool:
    return _BLOCK in data

"""Names of users on Windows.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/configure-runasusername/#windows-username-limitations
"""

import re
from collections.abc import Iterator

MAX_DOMAIN = 256
MAX_USER = 104

_NET_BIOS = re.compile(r'[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}')
_DOMAIN = re.compile(r"([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_NOT_IN_USERS = re.compile(r'["/\\:;|=,+*?<>@\[\]]')
_ONLY_PERIODS_AND_SPACES = re.compile(r"[. ]+")


def user(text: str) -> Iterator[str]:
    """Yield why a text is no `USER` and no `DOMAIN\\USER`."""
    if not text:
        yield "runAsUserName cannot be an empty string"
        return
    if _CONTROL.search(text):
        yield "runAsUserName cannot contain control characters"
    domain, *others = text.split("\\")
    if len(others) > 1:
        yield "runAsUserName cannot contain more than one backslash"
    elif others:
        yield from _domain(domain)
        yield from _name(others[0])
    else:
        yield from _name(domain)


def _domain(text: str) -> Iterator[str]:
    if len(text) >= MAX_DOMAIN:
        yield f"runAsUserName's Domain length must be under {MAX_DOMAIN} characters"
    if not _NET_BIOS.fullmatch(text) and not _DOMAIN.fullmatch(text):
        yield "runAsUserName's Domain doesn't match the NetBios nor the DNS format"


def _name(text: str) -> Iterator[str]:
    if not text:
        yield "runAsUserName's User cannot be empty"
    elif len(text) > MAX_USER:
        yield f"runAsUserName's User length must not be longer than {MAX_USER} characters"
    elif _ONLY_PERIODS_AND_SPACES.fullmatch(text):
        yield "runAsUserName's User cannot contain only periods or spaces"
    elif _NOT_IN_USERS.search(text):
        yield r"""runAsUserName's User cannot contain the following characters: "/\:;|=,+*?<>@[]"""

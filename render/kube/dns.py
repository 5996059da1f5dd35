"""Names that must be parts of a DNS name. Each function yields what is wrong with one, in the API server's words.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
"""

import re
from collections.abc import Iterator

MAX_LABEL = 63
MAX_SUBDOMAIN = 253

_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_UNDERSCORED = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_IS_LABEL = re.compile(_LABEL)
_IS_LABEL_1035 = re.compile("[a-z]([-a-z0-9]*[a-z0-9])?")
_IS_SUBDOMAIN = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_IS_SEARCH_DOMAIN = re.compile(rf"{_UNDERSCORED}(\.{_UNDERSCORED})*")
_ENDS = "start and end with an alphanumeric character"


def label(name: str) -> Iterator[str]:
    """Yield why a name is no label of RFC 1123: the one that most names inside a pod must be."""
    yield from too_long(name, MAX_LABEL)
    if _IS_LABEL.fullmatch(name):
        return
    if _IS_SUBDOMAIN.fullmatch(name):
        yield "must not contain dots"
    else:
        yield f"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must {_ENDS}"


def label_1035(name: str) -> Iterator[str]:
    """Yield why a name is no label of RFC 1035, which starts with a letter."""
    yield from too_long(name, MAX_LABEL)
    if not _IS_LABEL_1035.fullmatch(name):
        yield (
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', "
            "start with an alphabetic character, and end with an alphanumeric character"
        )


def subdomain(name: str) -> Iterator[str]:
    """Yield why a name is no subdomain of RFC 1123: the one that most objects' names must be."""
    yield from too_long(name, MAX_SUBDOMAIN)
    if not _IS_SUBDOMAIN.fullmatch(name):
        yield (
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
            f"and must {_ENDS}"
        )


def search_domain(name: str) -> Iterator[str]:
    """Yield why a name is no entry of a resolver's search list, where underscores are in use."""
    yield from too_long(name, MAX_SUBDOMAIN)
    if not _IS_SEARCH_DOMAIN.fullmatch(name):
        yield (
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', "
            f"and must {_ENDS}"
        )


def too_long(name: str, limit: int) -> Iterator[str]:
    """Yield that a name has more bytes than the limit."""
    if len(name.encode()) > limit:
        yield f"must be no more than {limit} characters"

"""Names that must be parts of a DNS name. Each function yields the errors of a name, in the API server's words.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
"""

import re
from collections.abc import Iterator

MAX_LABEL = 63
MAX_SUBDOMAIN = 253

_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_UNDERSCORED = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = rf"{_LABEL}(\.{_LABEL})*"
_SEARCH_DOMAIN = rf"{_UNDERSCORED}(\.{_UNDERSCORED})*"
_ENDS = "start and end with an alphanumeric character"


def label_errors(name: str) -> Iterator[str]:
    """Yield the errors of an RFC 1123 label: the form of most names inside a pod."""
    yield from length_errors(name, MAX_LABEL)
    if re.fullmatch(_LABEL, name):
        return
    if re.fullmatch(_SUBDOMAIN, name):
        yield "must not contain dots"
    else:
        yield f"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must {_ENDS}"


def label_1035_errors(name: str) -> Iterator[str]:
    """Yield the errors of an RFC 1035 label, which starts with a letter."""
    yield from length_errors(name, MAX_LABEL)
    if not re.fullmatch(_LABEL_1035, name):
        yield (
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', "
            "start with an alphabetic character, and end with an alphanumeric character"
        )


def subdomain_errors(name: str) -> Iterator[str]:
    """Yield the errors of an RFC 1123 subdomain: the form of most objects' names."""
    yield from length_errors(name, MAX_SUBDOMAIN)
    if not re.fullmatch(_SUBDOMAIN, name):
        yield (
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
            f"and must {_ENDS}"
        )


def search_domain_errors(name: str) -> Iterator[str]:
    """Yield the errors of an entry in a resolver's search list, which may contain underscores."""
    yield from length_errors(name, MAX_SUBDOMAIN)
    if not re.fullmatch(_SEARCH_DOMAIN, name):
        yield (
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', "
            f"and must {_ENDS}"
        )


def length_errors(name: str, limit: int) -> Iterator[str]:
    """Yield an error if a name has more bytes than the limit."""
    if len(name.encode()) > limit:
        yield f"must be no more than {limit} characters"

"""Keys and values of labels. Each function yields the errors in the API server's words.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
"""

import re
from collections.abc import Iterator, Mapping

from render.kube.formats import dns

MAX_LENGTH = 63
"""Maximum bytes of a value, and of a key's part after the `/`."""

_NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
_FORM = "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"


def key_errors(text: str) -> Iterator[str]:
    """Yield the errors of a label's key: a qualified name, with or without a DNS prefix."""
    prefix, slash, name = text.rpartition("/")
    if slash and not prefix:
        yield "prefix part must be non-empty"
    elif "/" in prefix:
        yield f"a valid label key must {_FORM}, with an optional DNS subdomain prefix and '/'"
        return
    elif slash:
        yield from (f"prefix part {why}" for why in dns.subdomain_errors(prefix))
    if not name:
        yield "name part must be non-empty"
    yield from (f"name part {why}" for why in dns.length_errors(name, MAX_LENGTH))
    if not re.fullmatch(_NAME, name):
        yield f"name part must {_FORM}"


def value_errors(text: str) -> Iterator[str]:
    """Yield the errors of a label's value."""
    yield from dns.length_errors(text, MAX_LENGTH)
    if text and not re.fullmatch(_NAME, text):
        yield f"a valid label must be an empty string or {_FORM}"


def errors(labels: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield each error of a set of labels: the key, the invalid key or value, and the message."""
    for name, text in labels.items():
        yield from ((name, name, why) for why in key_errors(name))
        yield from ((name, text, why) for why in value_errors(text))

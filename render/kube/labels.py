"""Labels: their keys and values. Each function yields what is wrong, in the API server's words.

Source: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
"""

import re
from collections.abc import Iterator, Mapping

from render.kube import dns

MAX_LENGTH = 63
"""Of a key's part behind the `/`, and of a value."""

_NAME = re.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_FORM = "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"


def key(text: str) -> Iterator[str]:
    """Yield why a text is no key of a label: a qualified name, with or without a DNS prefix."""
    prefix, slash, name = text.rpartition("/")
    if slash and not prefix:
        yield "prefix part must be non-empty"
    elif "/" in prefix:
        yield f"a valid label key must {_FORM}, with an optional DNS subdomain prefix and '/'"
        return
    elif slash:
        yield from (f"prefix part {why}" for why in dns.subdomain(prefix))
    if not name:
        yield "name part must be non-empty"
    yield from (f"name part {why}" for why in dns.too_long(name, MAX_LENGTH))
    if not _NAME.fullmatch(name):
        yield f"name part must {_FORM}"


def value(text: str) -> Iterator[str]:
    """Yield why a text is no value of a label."""
    yield from dns.too_long(text, MAX_LENGTH)
    if text and not _NAME.fullmatch(text):
        yield f"a valid label must be an empty string or {_FORM}"


def refused(labels: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield of a set of labels each key that something is wrong with, the text that is wrong, and why."""
    for name, text in labels.items():
        yield from ((name, name, why) for why in key(name))
        yield from ((name, text, why) for why in value(text))

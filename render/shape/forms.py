"""Regular expressions in words, and what to write instead of what they refuse."""

import re

from render.kube.scalars import BYTES, DATE_TIME

_LABEL = "lowercase letters, digits and `-`, with a letter or a digit at both ends"
_SUBDOMAIN = "lowercase letters, digits, `-` and `.`, with a letter or a digit at both ends"
_VALUE = "letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends"
_QUALIFIED = "letters, digits, `-`, `_` and `.`, perhaps after a domain and `/`"
_NAMESPACED = f"{_SUBDOMAIN}, perhaps after a namespace and `/`"

WORDS = {
    "^[a-z]([-a-z0-9]*[a-z0-9])?$": "a lowercase letter, then lowercase letters, digits and `-`, the last not `-`",
    "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$": _LABEL,
    "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$": _SUBDOMAIN,
    r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$": _SUBDOMAIN,
    "^[!-~]+$": "printable ASCII without spaces",
    "^/": "an absolute path",
    "^/[ -~]+$": "an absolute path in printable ASCII",
    "^[a-z][-+.a-z0-9]*://[!-~]+$": "a URI such as `s3://bucket/path`",
    "^/[^:]*$": "an absolute path without `:`",
    "^[^/]": "a path that does not start with `/`",
    "^[A-Za-z_][-._A-Za-z0-9]*$": "letters, digits, `_`, `-` and `.`, the first no digit",
    "^(auto|cpu|gpu)$": "a number, `auto`, `cpu` or `gpu`",
    "^[A-Za-z0-9][A-Za-z0-9 ._-]*$": "letters, digits, spaces, `.`, `_` and `-`, the first a letter or a digit",
    "^[A-Za-z0-9_.-]+$": "letters, digits, `_`, `.` and `-`",
    "^[A-Za-z][A-Za-z0-9+.-]*://.+$": "a URI such as `hf://org/name`",
    "^([a-z0-9A-Z]([-a-z0-9A-Z.]*[a-z0-9A-Z])?/)?[a-z0-9A-Z]([-_.a-z0-9A-Z]*[a-z0-9A-Z])?$": _QUALIFIED,
    "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?$": _QUALIFIED,
    "^([A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?)?$": _VALUE,
    "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[a-zA-Z0-9]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?$": f"a domain and `/`, then {_VALUE}",
    "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[a-z0-9]([-a-z0-9.]*[a-z0-9])?$": _NAMESPACED,
    "^[=^]{0,2}[a-zA-Z0-9_.:,-]+$": "names between commas, perhaps after `=` or `^`",
    BYTES: "base64",
    DATE_TIME: "a time such as `2026-01-31T12:00:00Z`",
}

_OF_QUANTITIES = ("KMGTPE]i", "Ki|Mi")
"""What the patterns of quantities have in common, and only they."""

_AMOUNT = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<prefix>[kmgtpe])(?P<binary>i?)b?", re.IGNORECASE)


def is_quantity(pattern: str) -> bool:
    """Say whether a regular expression is that of Kubernetes' quantities."""
    return any(part in pattern for part in _OF_QUANTITIES)


def refused(text: str, pattern: str) -> tuple[str, str | None]:
    """Return what follows "is `text`" where a pattern refuses a text, and what to write."""
    if is_quantity(pattern):
        return ", which is no quantity", _quantity(text)
    if pattern in WORDS:
        return f"; it takes {WORDS[pattern]}", None
    return f"; it does not match `{pattern}`", None


def _quantity(text: str) -> str:
    """Return how Kubernetes writes what was probably meant.

    https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
    """
    amount = _AMOUNT.fullmatch(text.replace(" ", ""))
    if amount is None:
        return "write a number with a suffix, such as `8`, `500m` or `64Gi`"
    number, prefix = amount["number"], amount["prefix"].upper()
    if amount["binary"]:
        return f"write `{number}{prefix}i`"
    decimal = "k" if prefix == "K" else prefix
    return f"write `{number}{prefix}i` (powers of 1024) or `{number}{decimal}` (powers of 1000)"

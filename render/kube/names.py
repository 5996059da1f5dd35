"""Names inside a pod and keys inside a ConfigMap. Each function yields what is wrong, in the API server's words.

Source: https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apimachinery/pkg/util/validation
"""

import re
from collections.abc import Iterator

from render.kube import dns

MAX_PORT_NAME = 15
MAX_MANAGER = 63
"""Characters of `managedBy`."""

_CONFIG_KEY = re.compile("[-._a-zA-Z0-9]+")
_HEADER = re.compile("[-A-Za-z0-9]+")
_PORT_CHARACTERS = re.compile("[-a-z0-9]+")
_HTTP_PATH = re.compile(r"[A-Za-z0-9/\-._~%!$&'()*+,;=:]+")


def port_name(text: str) -> Iterator[str]:
    """Yield why a text is no name of a port (an IANA service name)."""
    yield from dns.too_long(text, MAX_PORT_NAME)
    if not _PORT_CHARACTERS.fullmatch(text):
        yield "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"
    if not re.search("[a-z]", text):
        yield "must contain at least one letter (a-z)"
    if "--" in text:
        yield "must not contain consecutive hyphens"
    if text.startswith("-") or text.endswith("-"):
        yield "must not begin or end with a hyphen"


def config_key(text: str) -> Iterator[str]:
    """Yield why a text is no key of a ConfigMap or Secret, where it becomes the name of a file."""
    yield from dns.too_long(text, dns.MAX_SUBDOMAIN)
    if not _CONFIG_KEY.fullmatch(text):
        yield "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
    if text in (".", ".."):
        yield f"must not be '{text}'"
    elif text.startswith(".."):
        yield "must not start with '..'"


def variable(text: str) -> Iterator[str]:
    """Yield why a text is no name of an environment variable, by the rule since Kubernetes 1.32."""
    if not text:
        yield "environment variable name must be non-empty"
    elif not all(" " <= character <= "~" and character != "=" for character in text):
        yield "a valid environment variable name must consist only of printable ASCII characters other than '='"


def header(text: str) -> Iterator[str]:
    """Yield why a text is no name of an HTTP header."""
    if not _HEADER.fullmatch(text):
        yield "a valid HTTP header must consist of alphanumeric characters or '-'"


def domain_path(text: str) -> Iterator[str]:
    """Yield why a text is no `DOMAIN/PATH`, as what belongs to somebody is named."""
    domain, slash, path = text.partition("/")
    if not domain or not slash or not path:
        yield 'must be a domain-prefixed path (such as "acme.io/foo")'
        return
    yield from dns.subdomain(domain)
    if not _HTTP_PATH.fullmatch(path):
        yield "the path must consist of the characters of a URL's path"


def manager(text: str) -> Iterator[str]:
    """Yield why a text names no controller: `DOMAIN/PATH`."""
    yield from domain_path(text)
    yield from dns.too_long(text, MAX_MANAGER)


def driver(text: str) -> Iterator[str]:
    """Yield why a text is no name of a CSI driver; capital letters are let pass."""
    yield from dns.too_long(text, dns.MAX_LABEL)
    yield from dns.subdomain(text.lower())


def path_segment(text: str) -> Iterator[str]:
    """Yield why a text can't be part of a URL's path, which is all that the names of roles must be."""
    if text in (".", ".."):
        yield f"may not be '{text}'"
    yield from (f"may not contain '{character}'" for character in "/%" if character in text)

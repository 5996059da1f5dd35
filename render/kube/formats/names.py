"""Names inside a pod and keys inside a ConfigMap. Each function yields the errors in the API server's words.

Source: https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apimachinery/pkg/util/validation
"""

import re
from collections.abc import Iterator

from render.kube.formats import dns

MAX_PORT_NAME = 15
MAX_MANAGER = 63
"""Maximum bytes of `managedBy`."""

_CONFIG_KEY = "[-._a-zA-Z0-9]+"
_HEADER = "[-A-Za-z0-9]+"
_PORT_CHARACTERS = "[-a-z0-9]+"
_HTTP_PATH = r"[A-Za-z0-9/\-._~%!$&'()*+,;=:]+"


def port_name_errors(text: str) -> Iterator[str]:
    """Yield the errors of a port's name (an IANA service name)."""
    yield from dns.length_errors(text, MAX_PORT_NAME)
    if not re.fullmatch(_PORT_CHARACTERS, text):
        yield "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"
    if not re.search("[a-z]", text):
        yield "must contain at least one letter (a-z)"
    if "--" in text:
        yield "must not contain consecutive hyphens"
    if text.startswith("-") or text.endswith("-"):
        yield "must not begin or end with a hyphen"


def config_key_errors(text: str) -> Iterator[str]:
    """Yield the errors of a key of a ConfigMap or Secret, which becomes a file name."""
    yield from dns.length_errors(text, dns.MAX_SUBDOMAIN)
    if not re.fullmatch(_CONFIG_KEY, text):
        yield "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
    if text in (".", ".."):
        yield f"must not be '{text}'"
    elif text.startswith(".."):
        yield "must not start with '..'"


def variable_errors(text: str) -> Iterator[str]:
    """Yield the errors of an environment variable's name, by the rule since Kubernetes 1.32."""
    if not text:
        yield "environment variable name must be non-empty"
    elif not all(" " <= character <= "~" and character != "=" for character in text):
        yield "a valid environment variable name must consist only of printable ASCII characters other than '='"


def header_errors(text: str) -> Iterator[str]:
    """Yield the errors of an HTTP header's name."""
    if not re.fullmatch(_HEADER, text):
        yield "a valid HTTP header must consist of alphanumeric characters or '-'"


def domain_path_errors(text: str) -> Iterator[str]:
    """Yield the errors of a `DOMAIN/PATH`, a name that starts with its owner's domain."""
    domain, slash, path = text.partition("/")
    if not domain or not slash or not path:
        yield 'must be a domain-prefixed path (such as "acme.io/foo")'
        return
    yield from dns.subdomain_errors(domain)
    if not re.fullmatch(_HTTP_PATH, path):
        yield "the path must consist of the characters of a URL's path"


def manager_errors(text: str) -> Iterator[str]:
    """Yield the errors of a controller's name: `DOMAIN/PATH`."""
    yield from domain_path_errors(text)
    yield from dns.length_errors(text, MAX_MANAGER)


def driver_errors(text: str) -> Iterator[str]:
    """Yield the errors of a CSI driver's name; capital letters are accepted."""
    yield from dns.length_errors(text, dns.MAX_LABEL)
    yield from dns.subdomain_errors(text.lower())


def path_segment_errors(text: str) -> Iterator[str]:
    """Yield the errors of a segment of a URL's path: the only requirement for the names of roles."""
    if text in (".", ".."):
        yield f"may not be '{text}'"
    yield from (f"may not contain '{character}'" for character in "/%" if character in text)


MAX_DOMAIN = 256
MAX_USER = 104

_NET_BIOS = r'[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}'
_DOMAIN = r"([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.?"
_CONTROL = r"[\x00-\x1f\x7f]"
_NOT_IN_USERS = r'["/\\:;|=,+*?<>@\[\]]'
_ONLY_PERIODS_AND_SPACES = r"[. ]+"


def windows_user_errors(text: str) -> Iterator[str]:
    """Yield the errors of a Windows user: `USER` or `DOMAIN\\USER`."""
    if not text:
        yield "runAsUserName cannot be an empty string"
        return
    if re.search(_CONTROL, text):
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
    if not re.fullmatch(_NET_BIOS, text) and not re.fullmatch(_DOMAIN, text):
        yield "runAsUserName's Domain doesn't match the NetBios nor the DNS format"


def _name(text: str) -> Iterator[str]:
    if not text:
        yield "runAsUserName's User cannot be empty"
    elif len(text) > MAX_USER:
        yield f"runAsUserName's User length must not be longer than {MAX_USER} characters"
    elif re.fullmatch(_ONLY_PERIODS_AND_SPACES, text):
        yield "runAsUserName's User cannot contain only periods or spaces"
    elif re.search(_NOT_IN_USERS, text):
        yield r"""runAsUserName's User cannot contain the following characters: "/\:;|=,+*?<>@[]"""

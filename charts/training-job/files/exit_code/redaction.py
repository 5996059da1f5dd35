"""Remove credentials from the output of other programs: API servers, credential plug-ins, Helm, git, training programs.

The chart has a copy for pods, which `ci/gen` writes: Python 3.8 and its standard library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

KINDS = {
    "a private key": (("PRIVATE KEY-----",), r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "an AWS access key": (("AKIA", "ASIA"), r"\b(AKIA|ASIA)[0-9A-Z]{16}\b"),
    "a Docker Hub token": (("dckr_pat_",), r"(?<![\w-])dckr_pat_[\w-]{20,}"),
    "a GitHub token": (
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"\b(gh[pousr]_\w{36,}|github_pat_\w{22,})",
    ),
    "a GitLab token": (("glpat-",), r"(?<![\w-])glpat-[\w-]{20,}"),
    "a Google API key": (("AIza",), r"\bAIza[\w-]{35}\b"),
    "a Hugging Face token": (("hf_",), r"\bhf_[A-Za-z0-9]{30,}\b"),
    "a JSON web token": (("eyJ",), r"(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
    "an NVIDIA API key": (("nvapi-",), r"(?<![\w-])nvapi-[\w-]{40,}"),
    "an OpenAI or Anthropic key": (("sk-",), r"(?<![\w-])sk-(?=[\w-]{0,64}\d)[\w-]{32,}"),
    "a Slack token": (("xox",), r"(?<![\w-])xox[abposr]-[\w-]{10,}"),
    "a bearer token": (("earer ", "EARER "), r"\b(?i:bearer) +(?=[^\s\d]{0,80}\d)[A-Za-z0-9_.~+/=-]{20,}"),
    "a token in a URL": (("://",), r"\bhttps?://(?=[^\s/:@$]{0,80}\d)[A-Za-z0-9_~+=-]{20,}@"),
    "a password in a URL": (("://",), r"\b[a-z][a-z0-9+.-]{0,30}://[^\s/:@$]*:(?![^@\s/]*\$)[^\s/@]{3,}@"),
}
"""Patterns of credentials by name, each after texts of which it contains at least one: a search for them is 100 times
as fast.

No pattern backtracks over the same characters, since a text may be long and designed to take time.
"""

REDACTED = "[redacted]"

SHORTEST = 4
"""Minimum characters of a known secret: shorter ones occur in ordinary words."""

_URL = (
    r"\b([A-Za-z][A-Za-z0-9+.-]{0,30}://)(?:[^\s/?#@:]*:[^\s/?#@]*|(?<=http://)[^\s/?#@]+|(?<=https://)[^\s/?#@]+)(?=@)"
)
"""User and password of a URL. A user without a password is a token in HTTP URLs, but not in others (`ssh://git@host`)."""
_BLOCK = r"()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
_HEADER = r"\b((?i:bearer|basic)\s+)(?:(?=[^\s\d]*\d)[\w.~+/=-]{6,}|[\w.~+/=-]{16,})"
_JWT = r"()(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*)*"
_ASSIGNED = (
    r"""((?i:token|password|passwd|secret|api[-_]?key|access[-_]?key)"""
    r"""(?:\s*=\s*["']?|["']\s*:\s*["']?|:\s*(?=\S*\d)(?=\S{8})))[^\s"',;&]{4,}"""
)


@lru_cache(maxsize=1)
def _forms() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of credentials; a redaction keeps the first group."""
    known = "|".join(f"(?:{pattern})" for _, pattern in KINDS.values() if "://" not in pattern)
    return tuple(map(re.compile, (_BLOCK, _URL, _HEADER, _JWT, f"()(?:{known})")))


@lru_cache(maxsize=1)
def _url() -> re.Pattern[str]:
    return re.compile(_URL)


@lru_cache(maxsize=1)
def _assigned() -> re.Pattern[str]:
    return re.compile(_ASSIGNED)


def redact_url(text: str) -> str:
    """Return a text without the user and password of its URLs (RFC 3986, userinfo)."""
    return _url().sub(rf"\1{REDACTED}", text) if "@" in text else text


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """Return a text without these secrets and without substrings that look like credentials."""
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST:
            text = text.replace(secret, REDACTED)
    for form in (*_forms(), _assigned()):
        text = form.sub(rf"\1{REDACTED}", text)
    return text


@lru_cache(maxsize=4)  # many findings are about the same long line
def mask(text: str) -> str:
    """Return a text of the same length, with `*` in place of substrings that look like credentials."""
    for form in _forms():
        text = form.sub(lambda match: match[1] + "*" * (len(match[0]) - len(match[1])), text)
    return text

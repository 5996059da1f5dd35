"""The selection of findings: which are reported, which are ignored, and their severity."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from render.problem import Problem, Severity

STAGES = ("CLU", "INT", "KUB", "SCH", "SYN")
"""Prefixes of the codes of clusters, texts and schemas: their findings are included also if `select` names others."""

SECRETS = "SEC"
"""Prefix of the codes of all rules about secrets. Specs and manifests can't ignore these codes; only the options
`--ignore` and `--config` of the command can."""


class Config(NamedTuple):
    """The selected findings. If two selectors match a code, the longer one counts; at equal length, `ignore` counts."""

    select: tuple[str, ...] = ()
    """Selectors of rules; empty for all rules."""
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = {}
    policies: tuple[str, ...] = ()
    """Paths of files and folders with admission policies."""

    @property
    def selectors(self) -> tuple[str, ...]:
        """All texts that should be a code or its beginning."""
        return (*self.select, *self.ignore, *self.severity)

    def select_problem(self, problem: Problem) -> Problem | None:
        """Return a problem with its configured severity; None if it is ignored or not selected."""
        code = problem.code
        wanted = 0 if not self.select or code.startswith(STAGES) else _longest(self.select, code)
        if wanted <= _longest(self.ignore, code):
            return None
        weight = max((selector for selector in self.severity if code.startswith(selector)), key=len, default=None)
        return problem if weight is None else problem._replace(severity=self.severity[weight])


ALL = Config()
"""All findings, with the severity of their rule."""


def is_about_secrets(code: str) -> bool:
    """Return True if a code belongs to a rule about secrets, which a checked file can't ignore."""
    return code.startswith(SECRETS)


_ABOUT_PRIVILEGES = {"SEC104", "SEC105", "SEC106", "SEC107", "SEC108", "SEC109"}
"""Rules of the area that are about a pod's privileges. Every other one may be about a line with a credential."""


def hides_line(code: str) -> bool:
    """Return True if the line of a finding may contain a credential, so that no output shows it."""
    return is_about_secrets(code) and code not in _ABOUT_PRIVILEGES


def covers_secrets(selector: str) -> bool:
    """Return True if a selector, which is a code or its beginning, covers a rule about secrets."""
    return bool(selector) and (selector.startswith(SECRETS) or SECRETS.startswith(selector))


def _longest(selectors: Iterable[str], code: str) -> int:
    return max((len(selector) for selector in selectors if code.startswith(selector)), default=-1)

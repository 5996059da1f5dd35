"""What a team asks of the findings: which it wants, which it ignores, and how much they weigh."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from render.problem import Problem, Severity

STAGES = ("INT", "KUB", "SCH", "SYN")
"""How the codes of texts and schemas start: whoever selects rules still wants to know what can't be read."""

SECRETS = "SEC"
"""How the codes of the rules about secrets start, all of them. Who writes a spec or a manifest can't ignore them there:
only who runs the command can, by `--ignore` and `--config`."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "select": {"type": "array", "items": {"type": "string"}},
        "ignore": {"type": "array", "items": {"type": "string"}},
        "policies": {"type": "array", "items": {"type": "string"}},
        "severity": {"type": "object", "additionalProperties": {"type": "string", "enum": [*Severity]}},
    },
}
"""Of a config's file. A selector is a code or its beginning: `GIT` is every code of GitOps. A policy is a file or a
folder, from the config's own."""


class Config(NamedTuple):
    """The findings that are wanted. Of two selectors of a code the longer one counts."""

    select: tuple[str, ...] = ()
    """Rules; all where it is empty."""
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = {}
    policies: tuple[str, ...] = ()
    """Files and folders of admission policies."""

    @property
    def selectors(self) -> tuple[str, ...]:
        """Everything that should be a code or its beginning."""
        return (*self.select, *self.ignore, *self.severity)

    def judged(self, problem: Problem) -> Problem | None:
        """Return a problem with the weight that is asked for; None where it is not wanted."""
        code = problem.code
        wanted = 0 if not self.select or code.startswith(STAGES) else _longest(self.select, code)
        if wanted <= _longest(self.ignore, code):
            return None
        weight = max((selector for selector in self.severity if code.startswith(selector)), key=len, default=None)
        return problem if weight is None else problem._replace(severity=self.severity[weight])


ALL = Config()
"""Every finding, as its rule weighs it."""


def is_about_secrets(code: str) -> bool:
    """Return whether a code is one of the rules about secrets, which nothing in a checked file can ignore."""
    return code.startswith(SECRETS)


def covers_secrets(selector: str) -> bool:
    """Return whether a selector, which is a code or its beginning, covers a rule about secrets."""
    return bool(selector) and (selector.startswith(SECRETS) or SECRETS.startswith(selector))


def _longest(selectors: Iterable[str], code: str) -> int:
    return max((len(selector) for selector in selectors if code.startswith(selector)), default=-1)

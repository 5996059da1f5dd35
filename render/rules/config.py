"""Configuration of findings: which are selected, which are ignored, and their severity; `--config` and `--ignore`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from render.problem import Problem, Severity, has_error
from render.rules.codes import unknown_codes
from render.source import Node, Text, load_document

STAGES = ("CLU", "INT", "KUB", "SCH", "SYN")
"""Prefixes of the codes of clusters, texts and schemas: their findings are included also if `select` names others."""

SECRETS = "SEC"
"""Prefix of the codes of all rules about secrets. Specs and manifests can't ignore these codes; only the options
`--ignore` and `--config` of the command can."""

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
"""Schema of a configuration file. A selector is a code or its beginning: `GIT` selects every code of GitOps. A policy
is the path of a file or folder, relative to the folder of the configuration file."""


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


def load_config(text: Text | None, ignored: Sequence[str]) -> tuple[Config, list[Problem]]:
    """Return the configuration of a file and of the selectors of `--ignore`, and its problems.

    If one of the problems is an error, do not use the configuration.
    """
    problems = [problem for selector in ignored if (problem := unknown_codes(selector, "--ignore"))]
    if text is None:
        return _config({}, ignored), problems
    from render.spec.check_schema import check_document  # few commands have a configuration

    document, misread = load_document(text)
    problems += misread or check_document(document, SCHEMA)
    if document.root is None or misread or has_error(problems):
        return _config({}, ignored), problems
    problems += _unknown(document.root, document.file)
    config = _config(document.root.data, ignored)
    folder = Path(text.file).parent
    return config._replace(policies=tuple(str(folder / path) for path in config.policies)), problems


def _unknown(root: Node, file: str) -> Iterator[Problem]:
    for key in {"select", "ignore", "severity"} & root.children.keys():
        for name, node in root.children[key].children.items():
            selector, place = (name, node.key) if key == "severity" else (str(node.data), node.span)
            if problem := unknown_codes(selector, file, place):
                yield problem


def _config(data: dict[str, Any], ignored: Sequence[str]) -> Config:
    weights = {selector: Severity(weight) for selector, weight in data.get("severity", {}).items()}
    ignore = (*data.get("ignore", ()), *ignored)
    return Config(tuple(data.get("select", ())), ignore, weights, tuple(data.get("policies", ())))

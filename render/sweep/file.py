"""Read the file of a sweep: a template, written there or in a file beside it, and its parameters."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from render.problem import Problem, has_error
from render.source import Document, Node, load, read
from render.source.codes import KEY_NOT_TEXT
from render.spec.codes import UNUSED_PARAMETER
from render.spec.misshapen import misshapen
from render.sweep.combinations import combinations, mistakes
from render.sweep.expressions import Parameters
from render.sweep.template import Template

_NAMES = {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["template", "parameters"],
    "additionalProperties": False,
    "properties": {
        "template": {"type": ["string", "object"]},
        "parameters": {
            "type": ["object", "array"],
            "minProperties": 1,
            "minItems": 1,
            "propertyNames": _NAMES,
            "additionalProperties": {"type": "array", "minItems": 1},
            "items": {"type": "object", "minProperties": 1, "propertyNames": _NAMES},
        },
    },
}
"""Of a sweep. `template` is a spec or its path, `parameters` a grid (values by name) or a list of combinations."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A template, and what to put into it."""

    template: Template
    combinations: list[Parameters]


@dataclass(slots=True)
class Reading:
    """The files of a sweep, and what is wrong with them."""

    problems: list[Problem]
    sources: dict[str, str]
    """The text of each file, for the problems."""

    def sweep(self, path: str) -> Sweep | None:
        """Read a sweep; without one, a problem says why."""
        document = self._load(path)
        if document is None or document.root is None:
            return None
        self.problems += misshapen(document, SCHEMA)
        if has_error(self.problems):
            return None
        parameters = document.root.children["parameters"]
        template = self._template(document, document.root.children["template"])
        self.problems += mistakes(parameters, document)
        if template is None:
            return None
        self.problems += template.problems()
        if has_error(self.problems):
            return None
        self.problems += _unused(parameters, template, document.file)
        return Sweep(template, combinations(parameters))

    def _template(self, document: Document, written: Node) -> Template | None:
        if written.is_mapping:
            return Template(document._replace(root=written), written)
        found = self._load(str(Path(document.file).parent / written.data))
        return None if found is None or found.root is None else Template(found, found.root)

    def _load(self, path: str) -> Document | None:
        """Return what a file holds, None where it can't be read."""
        text = read(path)
        if isinstance(text, Problem):
            self.problems.append(text)
            return None
        self.sources[text.file] = text.content
        document, problems = load(text)
        self.problems += (_with_quotes(problem, text.content) for problem in problems)
        return None if has_error(problems) else document


def _with_quotes(problem: Problem, content: str) -> Problem:
    """Say what most likely lacks where YAML has read an expression as a mapping."""
    is_expression = problem.code == KEY_NOT_TEXT.code and "{{" in content
    return problem._replace(hint='quote the expression: `"{{ … }}"`') if is_expression else problem


def _unused(parameters: Node, template: Template, file: str) -> Iterator[Problem]:
    mappings = [parameters] if parameters.is_mapping else list(parameters.children.values())
    keys = {name: node.key for mapping in mappings for name, node in mapping.children.items()}
    for name in sorted(keys.keys() - template.names()):
        yield UNUSED_PARAMETER.problem(f"nothing in the template names `{name}`", file=file, span=keys[name])

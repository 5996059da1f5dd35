"""Read the file of a sweep, and generate its specs.

The file has the parameters and the template, inline or as the path of another file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from render.problem import Problem, has_error
from render.source import Document, Node, load_document, read_file
from render.source.codes import KEY_NOT_TEXT
from render.source.yaml_writer import spec_to_yaml
from render.spec import Spec
from render.spec.check_schema import check_document
from render.spec.codes import SAME_RESULT, SWEEP_TOO_LARGE, UNUSED_PARAMETER
from render.sweep.combinations import check_parameters, describe_parameters, list_combinations, name_suffixes
from render.sweep.template import Parameters, SpecTemplate

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
"""Schema of a sweep. `template` is a spec or its path, `parameters` a grid (values by name) or a list."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A template and its combinations of parameters."""

    template: SpecTemplate
    combinations: list[Parameters]


@dataclass(slots=True)
class SweepReader:
    """A reader of sweeps, with the problems of their files."""

    problems: list[Problem]
    sources: dict[str, str]
    """Text of each file by path, to show problems."""

    def sweep(self, path: str) -> Sweep | None:
        """Return the sweep of a file; None if it has errors, which are added to `problems`."""
        document = self._load(path)
        if document is None or document.root is None:
            return None
        self.problems += check_document(document, SCHEMA)
        if has_error(self.problems):
            return None
        parameters = document.root.children["parameters"]
        template = self._template(document, document.root.children["template"])
        self.problems += check_parameters(parameters, document)
        if template is None:
            return None
        self.problems += template.problems()
        if has_error(self.problems):
            return None
        self.problems += _unused(parameters, template, document.file)
        return Sweep(template, list_combinations(parameters))

    def _template(self, document: Document, written: Node) -> SpecTemplate | None:
        if written.is_mapping:
            return SpecTemplate(document._replace(root=written), written)
        found = self._load(str(Path(document.file).parent / written.data))
        return None if found is None or found.root is None else SpecTemplate(found, found.root)

    def _load(self, path: str) -> Document | None:
        """Return the document of a file; None if it has errors, which are added to `problems`."""
        text = read_file(path)
        if isinstance(text, Problem):
            self.problems.append(text)
            return None
        self.sources[text.file] = text.content
        document, problems = load_document(text)
        self.problems += (_with_quotes(problem, text.content) for problem in problems)
        return None if has_error(problems) else document


def _with_quotes(problem: Problem, content: str) -> Problem:
    """Return a problem with a hint about quotes if YAML has read an expression as a mapping."""
    is_expression = problem.code == KEY_NOT_TEXT.code and "{{" in content
    return problem._replace(hint='quote the expression: `"{{ … }}"`') if is_expression else problem


def _unused(parameters: Node, template: SpecTemplate, file: str) -> Iterator[Problem]:
    mappings = [parameters] if parameters.is_mapping else list(parameters.children.values())
    keys = {name: node.key for mapping in mappings for name, node in mapping.children.items()}
    for name in sorted(keys.keys() - template.names()):
        hint = f"write `{{{{ {name} }}}}` where its value belongs, or remove it"
        values = parameters.children[name].data if parameters.is_mapping else ()
        number = len(values) if isinstance(values, list) else 1
        more = f": its {number} values make identical runs" if number > 1 else ""
        message = f"nothing in the template names `{name}`{more}"
        yield UNUSED_PARAMETER.problem(message, hint=hint, file=file, span=keys[name])


MAX_CHARACTERS = 64 * 2**20
"""Maximum characters of all specs together."""


@dataclass(slots=True)
class _SpecNames:
    """The names of the specs so far, and their parameters."""

    template: SpecTemplate
    node: Node
    """Name of the template."""
    taken: dict[str, Parameters] = field(default_factory=dict)

    def named(self, root: Node, suffix: str, parameters: Parameters) -> tuple[Node, list[Problem]]:
        """Return a spec's tree with its name, and a problem if another spec has the name.

        A name with expressions gets no suffix.
        """
        node = root.children["name"]
        if not self.template.holds_expression(self.node):
            name = f"{node.data}-{suffix}".removesuffix("-")
            node = node._replace(scalar=name, data=name)
        other = self.taken.setdefault(str(node.data), parameters)
        problems = [] if other is parameters else [self._taken(node, other)]
        return root._replace(children={**root.children, "name": node}, data={**root.data, "name": node.data}), problems

    def _taken(self, node: Node, other: Parameters) -> Problem:
        return SAME_RESULT.problem(
            f"`{node.data}` is the name for {describe_parameters(other)} too",
            hint="name what tells them apart, or leave the expressions out",
            file=self.template.document.file,
            span=self.node.span,
            pointer="/name",
        )


def generate_specs(sweep: Sweep) -> Iterator[Spec]:
    """Yield the spec of each combination, in order, with the positions of the template.

    A spec with an error among its problems must not be used.
    """
    template = sweep.template
    names = _SpecNames(template, template.root.children["name"])
    source = PurePath(template.document.file).name
    length = 0
    for parameters, suffix in zip(sweep.combinations, name_suffixes(sweep.combinations), strict=True):
        root, problems = template.filled(parameters)
        root, more = names.named(root, suffix, parameters)
        content = spec_to_yaml(
            root.data, f"Made by `render sweep` from {source} with {describe_parameters(parameters)}"
        )
        length += len(content)
        if length > MAX_CHARACTERS:
            message = f"its specs have more than {MAX_CHARACTERS} characters together"
            more.append(SWEEP_TOO_LARGE.problem(message, file=template.document.file))
        document = template.document._replace(content=content, root=root)
        yield Spec(document.file, PurePosixPath(f"{root.data['name']}.yaml"), document, (*problems, *more))
        if length > MAX_CHARACTERS:
            return

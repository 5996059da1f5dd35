"""The types of a project's API out of its published Python models, which OpenAPI Generator made as pydantic classes.

They say what fields there are, of what type, and which are required: no limits, options, defaults or list keys.
"""

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from render.kube.generation.builtin_schemas import Types

Fields = dict[str, str]
"""Type expressions (`notation`) by the field's name, which ends in `!` where the field is required."""

_SCALARS = {"StrictStr": "string", "StrictBool": "boolean", "StrictInt": "integer", "datetime": "time", "Any": "object"}
_VERSIONED = re.compile(r"[A-Z][a-z0-9]*V\d+((alpha|beta)\d+)?(?=[A-Z])")


def models(package: str, kubernetes: Types) -> dict[str, Fields]:
    """Return every type of a package's models by its name, without the group and version before it."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise LookupError(f"the package {package} is not installed")
    names = {re.sub("[^a-z0-9]", "", name.lower()): name for name in kubernetes}
    found: dict[str, Fields] = {}
    for path in sorted((Path(spec.origin).parent / "models").glob("*.py")):
        if not path.name.startswith("io_k8s_"):
            found |= {_short(node.name): dict(_fields(node, names)) for node in _classes(path)}
    return found


def _classes(path: Path) -> Iterator[ast.ClassDef]:
    yield from (node for node in ast.parse(path.read_bytes()).body if isinstance(node, ast.ClassDef))


def _fields(model: ast.ClassDef, kubernetes: dict[str, str]) -> Iterator[tuple[str, str]]:
    for node in model.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value) if name[0] != "_":
                required = not ast.unparse(annotation).startswith("Optional[")
                yield (_alias(value) or name) + "!" * required, _expression(annotation, kubernetes)


def _alias(value: ast.expr | None) -> str | None:
    """Return the name that `Field(alias=…)` gives to what Python can't spell so."""
    for keyword in value.keywords if isinstance(value, ast.Call) else []:
        if keyword.arg == "alias":
            return str(ast.literal_eval(keyword.value))
    return None


def _expression(annotation: ast.expr, kubernetes: dict[str, str]) -> str:
    match annotation:
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inner):
            return _expression(inner, kubernetes)
        case ast.Subscript(value=ast.Name(id="List"), slice=inner):
            return f"list of {_expression(inner, kubernetes)}"
        case ast.Subscript(value=ast.Name(id="Dict"), slice=ast.Tuple(elts=[_, inner])):
            return f"map of {_expression(inner, kubernetes)}"
        case ast.Name(id=name):
            return _SCALARS.get(name) or kubernetes.get(name.lower()) or _short(name)
        case _:
            raise ValueError(f"no type for the annotation `{ast.unparse(annotation)}`")


def _short(name: str) -> str:
    return _VERSIONED.sub("", name, count=1)

"""Admission policies that a team brings in files: they are read once, and judge each object."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from render.kube.schemas import Schemas
from render.manifests.checking import mistakes
from render.manifests.codes import POLICY_BROKEN, POLICY_NOT_CHECKED
from render.manifests.objects import Object, objects
from render.manifests.placed import refused
from render.problem import Problem, Severity
from render.rules.findings import Found
from render.shape.mistake import Mistake, Sort
from render.source import documents, read
from render.validation.inputs import Input, inputs

if TYPE_CHECKING:  # few commands have any
    from render.kube.policy import Policy

_WEIGHTS = {"Deny": Severity.ERROR, "Warn": Severity.WARNING, "Audit": Severity.INFO}
_HINT = "the API server checks it: `kubectl apply --dry-run=server`"


def load(paths: Sequence[Path], schemas: Schemas) -> "tuple[tuple[Policy, ...], list[Problem]]":
    """Return the policies in files and folders, and what is wrong with them. Raises OSError, ValueError."""
    if not paths:
        return (), []
    from render.kube.policy import policies

    found: list[Object] = []
    problems: list[Problem] = []
    for file in inputs([str(path) for path in paths]):
        for item in _objects(file):
            wrong = [item] if isinstance(item, Problem) else list(refused(item, mistakes(item, schemas)))
            problems += wrong
            if isinstance(item, Object) and not wrong:
                found.append(item)
    return policies([(item.kind, item.data) for item in found], schemas), problems


def _objects(file: Input | Problem) -> Iterator[Object | Problem]:
    text = read(file.path) if isinstance(file, Input) else file
    if isinstance(text, Problem):
        yield text
        return
    for document, problems in documents(text):
        yield from problems
        yield from objects(document)


def broken(item: Object, loaded: "Sequence[Policy]") -> Iterator[Found]:
    """Yield what policies have against an object."""
    for policy in loaded:
        actions = policy.actions(item.kind, item.data)
        weights = [weight for action, weight in _WEIGHTS.items() if action in actions]
        for breach in policy.breaches(item.kind, item.data) if weights else ():
            message = f"{breach.message} (policy `{policy.name}`)"
            if breach.is_checked:
                rule = POLICY_BROKEN._replace(severity=weights[0])
                yield Found(rule, item, Mistake(Sort.NOT_ALLOWED, breach.path, message))
            else:
                mistake = Mistake(Sort.NOT_ALLOWED, breach.path, f"not checked: {message}", _HINT)
                yield Found(POLICY_NOT_CHECKED, item, mistake)

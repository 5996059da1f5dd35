"""Admission policies from files. They are loaded once and checked for each object."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from render.kube.schemas import Schemas
from render.manifests.codes import POLICY_BROKEN, POLICY_NOT_CHECKED
from render.manifests.finding import Finding
from render.manifests.loading import LoadedObject, load_objects
from render.manifests.objects import Object
from render.problem import Problem, Severity
from render.source import FileReader, load_documents
from render.validation.inputs import Input, inputs

if TYPE_CHECKING:  # few commands have policies
    from render.kube.policies.policy import Policy

_WEIGHTS = {"Deny": Severity.ERROR, "Warn": Severity.WARNING, "Audit": Severity.INFO}
_HINT = "the API server checks it: `kubectl apply --dry-run=server`"


def load_policies(
    paths: Sequence[Path], schemas: Schemas, reader: FileReader
) -> "tuple[tuple[Policy, ...], list[Problem]]":
    """Return the policies in files and folders, and their problems. Raises OSError, ValueError."""
    if not paths:
        return (), []
    from render.kube.policies.policy import policies

    found: list[Object] = []
    problems: list[Problem] = []
    for file in inputs([str(path) for path in paths]):
        for item in _load(file, schemas, reader):
            wrong = [item] if isinstance(item, Problem) else list(item.problems())
            problems += wrong
            if not isinstance(item, Problem) and not wrong:
                found.append(item.item)
    return policies([(item.kind, item.data) for item in found], schemas), problems


def _load(file: Input | Problem, schemas: Schemas, reader: FileReader) -> Iterator[LoadedObject | Problem]:
    text = reader.read(file.path) if isinstance(file, Input) else file
    return iter([text]) if isinstance(text, Problem) else load_objects(load_documents(text), schemas)


def check_policies(item: Object, loaded: "Sequence[Policy]") -> Iterator[Finding]:
    """Yield the violations of policies by an object, and the policies that can't be checked for it."""
    for policy in loaded:
        actions = policy.actions(item.kind, item.data)
        weights = [weight for action, weight in _WEIGHTS.items() if action in actions]
        for breach in policy.breaches(item.kind, item.data) if weights else ():
            message = f"{breach.message} (policy `{policy.name}`)"
            if breach.is_checked:
                rule = POLICY_BROKEN._replace(severity=weights[0])
                yield Finding(breach.path, message, None, item, rule)
            else:
                yield Finding(breach.path, f"not checked: {message}", _HINT, item, POLICY_NOT_CHECKED)

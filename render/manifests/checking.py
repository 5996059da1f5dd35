"""Check objects by the schemas of their kinds, and by the rules that a definition adds to its schema."""

from collections.abc import Sequence
from functools import cache

from render.kube.conditions import Breach, breaches
from render.kube.kind import Kind
from render.kube.schemas import Schemas
from render.kube.validator import Validator
from render.manifests import codes
from render.manifests.groups import group_meant, has_served
from render.manifests.objects import Object
from render.manifests.webhooks import FILLS, fills
from render.problem import Problem, Rule
from render.shape.judge import Judge
from render.shape.mistake import Mistake, Sort
from render.shape.show import either


def mistakes(found: Object, schemas: Schemas) -> list[Mistake] | Problem:
    """Return what an object's schema and its definition's rules refuse, or why it has none to be judged by.

    Raises OSError, ValueError.
    """
    judge = judge_of(found.kind, schemas)
    if judge is None:
        return _unknown(found, schemas)
    refused = [_left_to_webhooks(found, mistake) for mistake in judge.mistakes(found.data)]
    if all(fills(found.kind, mistake) for mistake in refused):
        # As on the server: the rules of a definition are for objects of its shape.
        refused += (_against_a_rule(breach) for breach in breaches(judge.validator, found.data))
    return refused


def judge_of(kind: Kind, schemas: Schemas) -> Judge | None:
    """Return the judge of a kind, None where it has no schema. Raises OSError, ValueError."""
    validator = schemas.find(kind)
    return None if validator is None else _judge(validator)


def rule(found: Object, mistake: Mistake) -> Rule:
    """Return the rule that a mistake breaks."""
    return codes.FILLED if fills(found.kind, mistake) else codes.BY_SORT[mistake.sort]


def _against_a_rule(breach: Breach) -> Mistake:
    if breach.is_checked:
        return Mistake(Sort.RULE_BROKEN, breach.path, breach.message)
    hint = "the API server checks it: `kubectl apply --dry-run=server`"
    return Mistake(Sort.RULE_NOT_CHECKED, breach.path, f"not checked: {breach.message}", hint)


def _left_to_webhooks(found: Object, mistake: Mistake) -> Mistake:
    return mistake._replace(hint=FILLS) if fills(found.kind, mistake) else mistake


@cache
def _judge(validator: Validator) -> Judge:
    return Judge.of(validator)


def _unknown(found: Object, schemas: Schemas) -> Problem:
    kind = found.kind
    known = sorted(schemas.api_versions(kind.name), key=lambda version: ("." in version, version))
    same_group = [version for version in known if Kind.of(version, kind.name).group == kind.group]
    message = f"`{kind.api_version}` has no `{kind.name}`"
    hint: str | None
    meant = group_meant(kind.group, {Kind.of(version, kind.name).group for version in known})
    if same_group and not has_served(kind):
        family, hint = codes.UNKNOWN_VERSION, f"write {_either(same_group)}"
    elif schemas.is_own_group(kind.group):
        family, hint = codes.UNKNOWN_KIND, f"write {_either(known)}" if known else None
    elif meant is not None and meant != kind.group:
        of_meant = [version for version in known if Kind.of(version, kind.name).group == meant]
        family, hint = codes.UNKNOWN_GROUP, f"did you mean {_either(of_meant)}?"
    else:
        family, hint = codes.NOT_CHECKED, "give the folder of its definition (CRD) with `--crds`"
        message = f"no schema is known for `{kind.name}` of `{kind.api_version}`, so it is not checked"
    pointer = f"{found.pointer}/apiVersion"
    node = found.document.find(pointer)
    file, span = found.document.file, node.span if node else None
    return family.problem(message, hint=hint, file=file, span=span, pointer=pointer, object=found.label)


def _either(versions: Sequence[str]) -> str:
    return either([f"`{version}`" for version in versions])

"""What an API server's answer says of an object: which rule, which field, in which words."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from render.cluster import Answer
from render.manifests import codes
from render.problem import Rule
from render.shape.mistake import Mistake, Path, Sort
from render.validation.server.fields import path

_TYPED = re.compile(r"(\.[^:\s]*?(?:\[[^\]]*\][^:\s]*?)*): (.*?)(?= \.[a-z]\S*: |$)")
"""A field and what is wrong with it, where an object can't be made sense of."""
_STRICT = re.compile(r'unknown field "([^"]+)"')
_WHOLE = "<nil>"
"""What the rules of a definition call the whole object."""
_NO_NAMESPACE = re.compile(r'namespaces "([^"]+)" not found')
_PREFACE = re.compile(r'^\S+ "[^"]*" is (?:forbidden|invalid): ')
"""Names the object, a pod by the characters of chance that it would have had."""
_OF_ADMISSION = {
    re.compile(r"\bservice account\b"): "serviceAccountName",
    re.compile(r"\bPriorityClass\b"): "priorityClassName",
    re.compile(r"\bRuntimeClass\b"): "runtimeClassName",
}
"""What a pod is refused for by name, and the field of its `spec` that has the name."""
_NOT_MERGED = "failed to create typed patch object"
_OF_PODS = "would violate PodSecurity"
"""What is said of a Job, and of its pod again."""
_NO_DRY_RUN = "does not support dry run"


def findings(answer: Answer, data: Mapping[str, Any]) -> Iterator[tuple[Rule, Mistake]]:
    """Yield what an answer says of the object that was sent."""
    for warning in answer.warnings:
        if data["kind"] == "Job" and warning.startswith(_OF_PODS):
            continue
        yield codes.SERVER_WARNS, _mistake((), f"the API server warns: {warning}")
    if answer.is_refusal:
        yield from _refused(answer, data)


def _refused(answer: Answer, data: Mapping[str, Any]) -> Iterator[tuple[Rule, Mistake]]:
    if answer.user is not None:
        message = f"the API server does not let `{answer.user}` ask this: {answer.message}"
        yield codes.NOT_ASKED, _mistake((), message)
    elif missing := missing_namespace(answer):
        hint = f"`kubectl create namespace {missing}`; `helm install --create-namespace` creates it, too"
        message = f"namespace `{missing}` does not exist, so that nothing of what is to be in it can be asked"
        yield codes.NOT_ASKED, _mistake(("metadata", "namespace"), message, hint)
    elif _NO_DRY_RUN in answer.message:
        yield codes.NOT_ASKED, _mistake((), f"the API server can't be asked without storing it: {answer.message}")
    elif answer.reason == "Conflict" and answer.causes:
        for cause in answer.causes:
            yield codes.MANAGED, _managed(cause, data)
    else:
        for field, said in _mistakes(answer, data):
            yield codes.SERVER_REFUSES, _mistake(field, f"the API server refuses it: {said}")


def missing_namespace(answer: Answer) -> str | None:
    """Return the namespace that an object can't be in, since there is none such."""
    found = _NO_NAMESPACE.search(answer.message) if answer.status == 404 else None
    return found[1] if found else None


def _mistakes(answer: Answer, data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    causes = [cause for cause in answer.causes if cause["message"]]
    if causes:
        for cause in causes:
            field = cause["field"].replace(_WHOLE, "")
            yield path(field, data), f"{field}: {cause['message']}".removeprefix(": ")
    elif answer.message.startswith(_NOT_MERGED):
        found = _TYPED.findall(answer.message.partition("): ")[2])
        yield from ((path(field, data), f"{field.removeprefix('.')}: {said}") for field, said in found)
        if not found:
            yield (), answer.message
    elif fields := _STRICT.findall(answer.message):
        yield from ((path(field, data), f'unknown field "{field}"') for field in fields)
    else:
        said = _PREFACE.sub("", answer.message) or f"{answer.status}"
        keys = (key for pattern, key in _OF_ADMISSION.items() if pattern.search(said))
        key = next((key for key in keys if key in (data.get("spec") or {})), None)
        yield ("spec", key) if key else (), said


def _managed(cause: Mapping[str, str], data: Mapping[str, Any]) -> Mistake:
    field = cause["field"]
    who = cause["message"].removeprefix("conflict with ")
    message = f"{field.removeprefix('.')} has another value in the cluster, which {who} manages"
    return _mistake(path(field, data), message, "an upgrade changes it, where it may be changed at all")


def _mistake(field: Path, message: str, hint: str | None = None) -> Mistake:
    return Mistake(Sort.NOT_ALLOWED, field, message, hint)

"""Findings in an API server's answer about an object: rule, field and message.

The server writes fields as `spec.containers[0].name` or `.spec.replicatedJobs[name="node"].template`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from render.cluster import Response
from render.manifests import codes
from render.manifests.finding import Finding
from render.problem import Rule
from render.schema_errors.error import Path

_PART = re.compile(r'\.?(?P<key>[^.\[\]]+)|\[(?P<inside>(?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]')
_KEY = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^,]+)')


def parse_field(field: str, data: Any) -> Path:
    """Return the path of a field in an object, up to and including its first missing key."""
    found: list[str | int] = []
    for match in _PART.finditer(field):
        part = _part(match, data)
        if part is None:
            break
        found.append(part)
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            break
    return tuple(found)


def _part(match: re.Match[str], data: Any) -> str | int | None:
    inside = match["inside"]
    if inside is None:
        return match["key"]
    if not isinstance(data, list):
        return inside
    if inside.isascii() and inside.isdecimal():
        return int(inside)
    wanted = {key: _text(value) for key, value in _KEY.findall(inside)}
    places = (
        place
        for place, item in enumerate(data)
        if isinstance(item, dict) and all(str(item.get(key)) == value for key, value in wanted.items())
    )
    return next(places, None)


def _text(value: str) -> str:
    """Return the text of a value that Go may have quoted; unchanged if it is not valid JSON."""
    try:
        return str(json.loads(value)) if value.startswith('"') else value
    except ValueError:
        return value


_TYPED = re.compile(r"(\.[^:\s]*?(?:\[[^\]]*\][^:\s]*?)*): (.*?)(?= \.[a-z]\S*: |$)")
"""A field and its error in the answer for an object that the server can't parse."""
_STRICT = re.compile(r'unknown field "([^"]+)"')
_WHOLE = "<nil>"
"""Name of the whole object in the validation rules of a CRD."""
_NO_NAMESPACE = re.compile(r'namespaces "([^"]+)" not found')
_PREFACE = re.compile(r'^\S+ "[^"]*" is (?:forbidden|invalid): ')
"""Start of a message that names the object. The name of a pod ends with random characters."""
_OF_ADMISSION = {
    re.compile(r"\bservice account\b"): "serviceAccountName",
    re.compile(r"\bPriorityClass\b"): "priorityClassName",
    re.compile(r"\bRuntimeClass\b"): "runtimeClassName",
}
"""Objects that a pod needs, as in messages, and the field of `spec` with their name."""
_NOT_MERGED = "failed to create typed patch object"
_OF_PODS = "would violate PodSecurity"
"""Start of a warning for a Job, which the server repeats for its pod."""
_NO_DRY_RUN = "does not support dry run"


def findings(answer: Response, data: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the findings of an answer for the sent object."""
    for warning in answer.warnings:
        if data["kind"] == "Job" and warning.startswith(_OF_PODS):
            continue
        yield _finding(codes.SERVER_WARNS, (), f"the API server warns: {warning}")
    if answer.is_refusal:
        yield from _refused(answer, data)


def _refused(answer: Response, data: Mapping[str, Any]) -> Iterator[Finding]:
    if answer.user is not None:
        message = f"the API server rejects the request of `{answer.user}`: {answer.message}"
        yield _finding(codes.NO_DRY_RUN, (), message)
    elif missing := missing_namespace(answer):
        hint = f"`kubectl create namespace {missing}`; `helm install --create-namespace` creates it, too"
        message = f"namespace `{missing}` does not exist, so its objects are not checked"
        yield _finding(codes.NO_DRY_RUN, ("metadata", "namespace"), message, hint)
    elif _NO_DRY_RUN in answer.message:
        yield _finding(codes.NO_DRY_RUN, (), f"the API server has no dry run for it: {answer.message}")
    elif answer.reason == "Conflict" and answer.causes:
        for cause in answer.causes:
            yield _managed(cause, data)
    else:
        for field, message in _refused_fields(answer, data):
            yield _finding(codes.SERVER_REFUSES, field, f"the API server rejects it: {message}")


def missing_namespace(answer: Response) -> str | None:
    """Return the object's namespace if the server reports that it does not exist, else None."""
    found = _NO_NAMESPACE.search(answer.message) if answer.status == 404 else None
    return found[1] if found else None


def _refused_fields(answer: Response, data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    causes = [cause for cause in answer.causes if cause["message"]]
    if causes:
        for cause in causes:
            field = cause["field"].replace(_WHOLE, "")
            yield parse_field(field, data), f"{field}: {cause['message']}".removeprefix(": ")
    elif answer.message.startswith(_NOT_MERGED):
        found = _TYPED.findall(answer.message.partition("): ")[2])
        yield from ((parse_field(field, data), f"{field.removeprefix('.')}: {message}") for field, message in found)
        if not found:
            yield (), answer.message
    elif fields := _STRICT.findall(answer.message):
        yield from ((parse_field(field, data), f'unknown field "{field}"') for field in fields)
    else:
        message = _PREFACE.sub("", answer.message) or f"{answer.status}"
        keys = (key for pattern, key in _OF_ADMISSION.items() if pattern.search(message))
        key = next((key for key in keys if key in (data.get("spec") or {})), None)
        yield ("spec", key) if key else (), message


def _managed(cause: Mapping[str, str], data: Mapping[str, Any]) -> Finding:
    field = cause["field"]
    who = cause["message"].removeprefix("conflict with ")
    message = f"{field.removeprefix('.')} has another value in the cluster, which {who} manages"
    return _finding(
        codes.MANAGED, parse_field(field, data), message, "an upgrade changes it, where it may be changed at all"
    )


def _finding(rule: Rule, field: Path, message: str, hint: str | None = None) -> Finding:
    return Finding(field, message, hint, rule=rule)

"""Check one release as it is deployed: with its values in order, its name and its namespace."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from render.gitops import codes
from render.gitops.deployment import Deployment, DeploymentFinding, InlineValues, ObjectPlace, Parameter, ValueFile
from render.manifests.loading import reload_positions
from render.problem import Problem, Span, has_error, split_lines
from render.schema_errors.error import json_pointer
from render.source import Document, Node, Text, load_document
from render.spec import ReleaseSpec, Request, Spec
from render.spec.check_spec import Checked
from render.validation.check_spec import SpecResult
from render.validation.document_kind import DocumentKind, kind_of

_KEY = re.compile(r"(?P<key>(?:\\.|[^\\=\[])*)")


def deployment_problem(fault: DeploymentFinding) -> Problem:
    """Return a finding about a deployment as a problem at its line."""
    place_in_text = TextPlace.of(fault.place)
    file, label = place_in_text.document.file, fault.place.object.label
    return fault.rule.problem(fault.message, hint=fault.hint, file=file, span=place_in_text.span, object=label)


@dataclass(frozen=True, slots=True)
class DeployedRelease:
    """A deployment with the files of values that it names."""

    deployment: Deployment
    files: Mapping[PurePosixPath, Document]

    @property
    def spec(self) -> PurePosixPath | None:
        """Path of the file with the spec: the last one that is a spec, else the first one; None if there is no file."""
        files = [file for file in self.deployment.files if file in self.files]
        specs = [file for file in files if kind_of(self.files[file]) is DocumentKind.SPEC]
        return specs[-1] if specs else next(iter(files), None)

    @property
    def file(self) -> str:
        """Name of the file with the spec, in messages; that of the deployment if all values are in it."""
        return self.files[self.spec].file if self.spec is not None else self.deployment.chart_place.object.document.file

    def release_spec(self, request: Request) -> ReleaseSpec | Problem:
        """Return the spec with the values, the name and the namespace of the deployment, or why there is none."""
        texts: list[Document] = []
        for one in self.deployment.values:
            text = self._text(one)
            if text is None:
                return deployment_problem(
                    DeploymentFinding(codes.NO_VALUES, one.place, "these values are not a mapping")
                )
            texts.append(text)
        first, *others = texts or [Document("", "{}", None)]
        own = request._replace(
            overlays=(*others, *request.overlays),
            sets=(*(one.assignment for one in self.deployment.parameters), *request.sets),
            name=self.deployment.release,
            namespace=self.deployment.namespace or request.namespace,
        )
        return ReleaseSpec(Spec(first.file, PurePosixPath("deployed.yaml"), first, ()), own)

    def problems(self, checked: Checked, result: SpecResult) -> Iterator[Problem]:
        """Yield the problems of the deployment, from the result of its spec."""
        yield from map(self._in_object, result.problems)
        yield from map(deployment_problem, self._replaced(checked))

    def _text(self, one: ValueFile | InlineValues) -> Document | None:
        return self.files.get(one.file) if isinstance(one, ValueFile) else inline_document(one)

    def _replaced(self, checked: Checked) -> Iterator[DeploymentFinding]:
        """Yield a finding if each sync replaces the run: `onChange` is `recreate`, and Argo CD applies all objects."""
        recreates = ((checked.values or {}).get("gitops") or {}).get("onChange") == "recreate"
        if recreates and self.deployment.engine == "argocd" and not self.deployment.is_selective:
            place = ObjectPlace(self.deployment.chart_place.object, self._policy)
            message = f"every sync replaces `{self.deployment.release}`, whose spec says `onChange: recreate`"
            yield DeploymentFinding(codes.REPLACED, place, message, "the option `ApplyOutOfSyncOnly=true`")

    @property
    def _policy(self) -> tuple[str | int, ...]:
        """Path of the sync options."""
        path = self.deployment.chart_place.path
        start = next(index for index, part in enumerate(path) if part in ("source", "sources"))
        return (*path[:start], "syncPolicy", "syncOptions")

    def _in_object(self, found: Problem) -> Problem:
        """Return a problem that is in no file at its place in the GitOps object, else unchanged.

        A problem of `--set` is at the parameter that sets the value, one of a deployment without values at its chart.
        """
        if found.file == "--set" and self.deployment.parameters:
            path = (found.pointer or "").strip("/").split("/")
            named = [one for one in self.deployment.parameters if _keys(one) == path[: len(_keys(one))]]
            place = (named or self.deployment.parameters)[-1].place
        elif not found.file:
            place = self.deployment.chart_place
        else:
            return found
        place_in_text = TextPlace.of(place)
        file, (line, column, end_line, end_column) = place_in_text.document.file, place_in_text.span or (None,) * 4
        moved = found._replace(file=file, object=place.object.label, line=line, column=column)
        return moved._replace(end_line=end_line, end_column=end_column)


def _keys(one: Parameter) -> list[str]:
    match = _KEY.match(one.assignment)
    return match["key"].split(".") if match else []


class TextPlace(NamedTuple):
    """A position in a text."""

    document: Document
    node: Node | None

    @classmethod
    def of(cls, place: ObjectPlace) -> "TextPlace":
        """Return the position of a field; if the field is missing, that of the field that should contain it."""
        item = reload_positions(place.object)
        return cls(item.document, item.document.nearest(item.pointer + json_pointer(place.path))[0])

    @property
    def span(self) -> Span | None:
        """Span to mark; None if there is no node."""
        if self.node is None:
            return None
        return self.node.span if self.node.scalar is not None or self.node.key is None else self.node.key


def inline_document(written: InlineValues) -> Document | None:
    """Return the values in an object as a document of its file; None if they are not a mapping.

    Problems of the values are at the lines of the object.
    """
    place_in_text = TextPlace.of(written.place)
    if not isinstance(written.data, str):
        root = place_in_text.node._replace(data=written.data) if place_in_text.node is not None else None
        return Document(place_in_text.document.file, json.dumps(written.data), root)
    inside, problems = load_document(Text(place_in_text.document.file, written.data))
    if has_error(problems) or inside.root is None:
        return None
    return inside._replace(root=_moved(inside.root, _mover(place_in_text)))


def _mover(place_in_text: TextPlace) -> Callable[[Span], Span]:
    """Return a function that converts spans in a text to spans in the file that contains it.

    In a block (`|`) each line has its own span. For other texts all spans become that of the whole text.
    """
    whole = place_in_text.span or (1, 1, 1, 1)
    rows = split_lines(place_in_text.document.content)
    if place_in_text.node is None or rows[whole[0] - 1][whole[1] - 1 : whole[1]] != "|":
        return lambda _: whole
    first = whole[0]
    row = next((row for row in rows[first:] if row.strip()), "")
    indent = len(row) - len(row.lstrip(" "))

    def move(span: Span) -> Span:
        line, column, end_line, end_column = span
        return line + first, column + indent, end_line + first, end_column + indent

    return move


def _moved(node: Node, move: Callable[[Span], Span]) -> Node:
    children = {key: _moved(child, move) for key, child in node.children.items()}
    return node._replace(value=move(node.value), key=node.key and move(node.key), children=children)

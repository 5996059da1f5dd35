"""Send the objects of a file to an API server, and what controllers make of them; say what it has against them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from render.cluster import Answer, Client, NotServedError
from render.cluster.products import PRODUCTS
from render.kube.kind import Kind
from render.manifests import codes
from render.manifests.children import children
from render.manifests.objects import Object
from render.manifests.trainjob import trainjobs
from render.problem import Rule
from render.rules.findings import Found
from render.shape.mistake import Mistake, Sort, at
from render.validation.server.answers import findings, missing_namespace

_EXISTS = "AlreadyExists"
"""What a Job is refused for at last that a controller has made before: nothing else is wrong with it."""

_DEFINITION = "apiextensions.k8s.io/CustomResourceDefinition"
_PART = re.compile(r"(?!\.{1,2}$)[^/%]+")
"""What can be a part of an address."""
_NEEDED = frozenset({"/ServiceAccount", "node.k8s.io/RuntimeClass", "scheduling.k8s.io/PriorityClass"})
"""What must be there before a pod is."""
_ABSENT = re.compile(r"\b(not|was|were) found\b")


class Asker(NamedTuple):
    """Where to ask."""

    client: Client
    namespace: str
    """Where objects are to be that name none."""

    def about(self, items: Sequence[Object], trainer: str) -> Iterator[Found]:
        """Yield what the server has against objects, and against what is made of those that it takes.

        `trainer` is the release of Kubeflow Trainer that makes JobSets of TrainJobs. A kind that the server has not got
        is told once, a namespace as well. Raises ClusterError, OSError, ValueError.
        """
        told: set[Kind | str] = set()
        taken: list[Object] = []
        for item in filter(_is_sendable, items):
            if item.kind in told:
                continue
            try:
                answer = self._applied(item)
            except NotServedError as error:
                told.add(item.kind)
                if not any(_defines(other, item.kind) for other in items):
                    yield Found(codes.NOT_SERVED, item, _not_served(error, item.kind))
                continue
            missing = missing_namespace(answer)
            if missing not in told and not any(_brings(other, answer.message) for other in items):
                yield from (Found(rule, item, mistake) for rule, mistake in findings(answer, item.data))
            if missing:
                told.add(missing)
            if not answer.is_refusal:
                taken.append(item)
                yield from self._of_children(item, items)
        yield from self._of_trainings(tuple(taken), trainer)

    def _applied(self, item: Object) -> Answer:
        ask = self.client.dry_run if "name" in item.data["metadata"] else self.client.dry_create
        return ask(item.data, self.namespace)

    def _of_children(self, item: Object, items: Sequence[Object]) -> Iterator[Found]:
        for child in children(item):
            answer = self.client.dry_create(child.data, self.namespace)
            if answer.reason == _EXISTS or any(_brings(other, answer.message) for other in items):
                continue
            for rule, mistake in findings(answer, child.data):
                message = f"{child.label}, which is made of it: {mistake.message}"
                path = (*child.template, *mistake.path)
                yield Found(rule, item, mistake._replace(path=path, message=message))

    def _of_trainings(self, items: tuple[Object, ...], trainer: str) -> Iterator[Found]:
        if not any(True for _ in trainjobs(items)):
            return
        from render.validation.server.trained import trained  # few commands have any

        for made in trained(items, trainer):
            found = [Found(rule, made.object, mistake) for rule, mistake in self._of_made(made.object)]
            found += self._of_children(made.object, items)
            yield from (made.blamed(one, items) for one in found)

    def _of_made(self, item: Object) -> Iterator[tuple[Rule, Mistake]]:
        try:
            answer = self.client.dry_create(item.data, self.namespace)
        except NotServedError as error:
            yield codes.NOT_SERVED, _not_served(error, item.kind)
            return
        if answer.reason != _EXISTS:
            yield from findings(answer, item.data)


def _is_sendable(item: Object) -> bool:
    """Say whether an object has what the address of a request is made of; what has not is refused before."""
    metadata = item.data.get("metadata")
    if not isinstance(metadata, dict):
        return False
    names = [metadata[key] for key in ("name", "generateName", "namespace") if metadata.get(key) is not None]
    has_name = "name" in metadata or "generateName" in metadata
    return has_name and all(isinstance(name, str) and _PART.fullmatch(name) for name in names)


def _defines(item: Object, kind: Kind) -> bool:
    """Say whether an object is the definition of a kind: it will be there before its objects are."""
    names = (at(item.data, ("spec", "group")), at(item.data, ("spec", "names", "kind")))
    return item.kind.group_kind == _DEFINITION and names == (kind.group, kind.name)


def _brings(item: Object, message: str) -> bool:
    """Say whether an object is what a pod is refused for the lack of: it will be there before the pod is."""
    if item.kind.group_kind not in _NEEDED:
        return False
    name = at(item.data, ("metadata", "name"))
    return bool(_ABSENT.search(message)) and bool(re.search(rf'["\s/]{re.escape(str(name))}["\s]', message))


def _not_served(error: NotServedError, kind: Kind) -> Mistake:
    product = PRODUCTS.get(kind.group)
    ways = filter(None, (error.hint, f"{product.name}: {product.hint}" if product else None))
    return Mistake(Sort.NOT_ALLOWED, ("apiVersion",), str(error), "; ".join(ways) or None)

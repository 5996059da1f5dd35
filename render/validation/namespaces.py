"""Compare what specs render with the manifests of namespaces among the files of the command."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from render.kube.schemas import Schemas
from render.manifests.finding import Finding
from render.manifests.loading import load_object
from render.manifests.namespaces import enforced_levels
from render.manifests.objects import Object, Objects, object_name, object_namespace, objects
from render.rules.runner import check_objects
from render.source import Text, load_documents
from render.spec import Request


def load_namespaces(texts: Sequence[Text], schemas: Schemas) -> Iterator[Object]:
    """Yield the namespaces that say their level, from texts of manifests. Raises OSError, ValueError."""
    for text in texts:
        for document, _ in load_documents(text):
            for item in objects(document):
                if isinstance(item, Object) and item.kind.group_kind == "/Namespace":
                    loaded = load_object(item, schemas).readable
                    if loaded is not None and enforced_levels((loaded,)):
                        yield loaded.detached


def check_with_namespace(items: Objects, file: str, namespaces: Objects, trainer: str) -> Iterator[Finding]:
    """Yield the findings between the objects of a spec and their namespace; `file` has the spec.

    Without `-n` the namespace is not known. If the spec's folder has the manifest of one namespace, what the rules find
    with it in addition are warnings.
    """
    place = object_namespace(items[0]) if items else None
    own = tuple(one for one in namespaces if object_name(one) == place)
    found = [one for one in check_objects((*items, *own), is_rendered=True, trainer=trainer) if one.object not in own]
    yield from found
    nearby = [one for one in namespaces if PurePath(one.document.file).parent == PurePath(file).parent]
    if place == Request._field_defaults["namespace"] and not own and len(nearby) == 1:
        name = object_name(nearby[0])
        moved = nearby[0]._replace(data={**nearby[0].data, "metadata": {**nearby[0].data["metadata"], "name": place}})
        for one in check_objects((*items, moved), is_rendered=True, trainer=trainer):
            if one.object is not moved and one not in found:
                hint = f"change the pods or the level; if `{name}` is not the namespace of the run, name it with `-n`"
                yield one._replace(hint=hint).as_warning

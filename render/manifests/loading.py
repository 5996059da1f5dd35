"""Load the objects of documents, checked by their schemas, for rules to read: without the fields that are null.

Their positions are loaded again on demand: those of many files would need too much memory.
"""

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from render.kube.schemas import Schemas
from render.manifests.objects import Object, objects
from render.manifests.schema_check import schema_errors, schema_problems
from render.problem import Problem
from render.schema_errors.error import ErrorKind, SchemaError, get_path
from render.source import Document, Part, Text, load_documents


def without_nulls(data: Any) -> Any:
    """Return data without the keys that are null, or the same object if there are none. Items of lists are kept."""
    return _without_nulls(data) if has_nulls(data) else data


def _without_nulls(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_nulls(value) for key, value in data.items() if value is not None}
    return [_without_nulls(item) for item in data] if isinstance(data, list) else data


def has_nulls(data: Any) -> bool:
    """Return True if there is a null at any depth. Cheaper than a copy, and few objects have one."""
    left = [data]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif value is None:
            return True
    return False


class LoadedObject(NamedTuple):
    """An object and the result of its schema check."""

    item: Object
    """The object as written."""
    errors: tuple[SchemaError, ...] = ()
    """Errors of its schema."""
    unchecked: Problem | None = None
    """The problem of an object without a schema."""
    readable: Object | None = None
    """The object for rules: without nulls, all values of the types in its schema. None if types are wrong."""

    def problems(self) -> Iterator[Problem]:
        """Yield its schema errors as problems in its file, or the reason why it is not checked."""
        if self.unchecked is not None:
            yield self.unchecked
        yield from schema_problems(self.item, self.errors)


def load_objects(
    parts: Iterable[Part], schemas: Schemas, kinds: Container[str] | None = None
) -> Iterator[LoadedObject | Problem]:
    """Yield the objects of documents one by one, and a problem for bad text or anything that is not an object.

    `kinds` (`GROUP/KIND`) are the only ones to load. Raises OSError, ValueError.
    """
    for document, problems in parts:
        yield from problems
        for item in objects(document):
            if isinstance(item, Problem):
                yield item
            elif kinds is None or item.kind.group_kind in kinds:
                yield load_object(item, schemas)


def load_readable(
    parts: Iterable[Part], schemas: Schemas, kinds: Container[str] | None = None
) -> Iterator[Object | Problem]:
    """Yield the objects of documents for rules, and all problems. Raises OSError, ValueError."""
    for loaded in load_objects(parts, schemas, kinds):
        if isinstance(loaded, Problem):
            yield loaded
            continue
        yield from loaded.problems()
        if loaded.readable is not None:
            yield loaded.readable


def load_object(item: Object, schemas: Schemas) -> LoadedObject:
    """Check an object by the schema of its kind. Raises OSError, ValueError."""
    errors = schema_errors(item, schemas)
    if isinstance(errors, Problem):
        return LoadedObject(item, unchecked=errors)
    return LoadedObject(item, tuple(errors), readable=_readable(item, errors))


def _readable(item: Object, errors: Iterable[SchemaError]) -> Object | None:
    if any(_is_about_type(item, error) for error in errors):
        return None
    data = without_nulls(item.data)
    if data is not item.data and has_nulls(data):
        # in a list, where the API server reads a zero value: no rule expects one
        return None
    return item._replace(data=data)


def _is_about_type(item: Object, error: SchemaError) -> bool:
    """Return True for a type error, including a list or map where one of some values is expected."""
    is_no_choice = error.kind is ErrorKind.NO_CHOICE and isinstance(get_path(item.data, error.path), dict | list)
    return error.kind is ErrorKind.WRONG_TYPE or is_no_choice


@lru_cache(maxsize=4)  # a file, its overlays, and one that it is compared with: many findings are about the same files
def reload_documents(text: Text) -> tuple[Document, ...]:
    """Return the documents of a text, with their positions; parsed once for all questions about a file."""
    return tuple(document for document, _ in load_documents(text))


def reload_positions(item: Object) -> Object:
    """Return a detached object with the positions in its document; unchanged if the object is not from a file."""
    documents = reload_documents(Text(item.document.file, item.document.content))
    found = next((document for document in documents if document.start == item.document.start), None)
    return item if found is None else item._replace(document=found)

"""A rule doesn't report again what the schema has refused."""

import pytest

from render.manifests.objects import Object, objects
from render.rules.runner import check_object
from render.schema_errors.error import ErrorKind, SchemaError
from render.source import Text, load_documents

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  hostPID: true
  shareProcessNamespace: true
  containers: [{name: a, image: a, volumeMounts: [{name: data, mountPath: /data}, {name: data, mountPath: /data}]}]
  volumes: [{name: data, emptyDir: {}}]
"""
PATH = ("spec", "containers", 0, "volumeMounts", 1, "mountPath")


def pod() -> Object:
    [(document, _)] = load_documents(Text("pod.yaml", POD))
    [found] = objects(document)
    assert isinstance(found, Object)
    return found


def paths(*refused: SchemaError) -> set[tuple[str | int, ...]]:
    return {found.path for found in check_object(pod(), refused)}


@pytest.mark.parametrize(
    ("kind", "length", "is_reported"),
    [
        (ErrorKind.UNKNOWN_KEY, len(PATH), False),
        (ErrorKind.UNKNOWN_KEY, len(PATH) - 1, False),
        (ErrorKind.UNKNOWN_KEY, 1, False),
        (ErrorKind.WRONG_TYPE, len(PATH), False),
        (ErrorKind.WRONG_TYPE, len(PATH) - 1, True),
        (ErrorKind.REPEATED, len(PATH), False),
        (ErrorKind.REPEATED, len(PATH) - 1, False),
        (ErrorKind.REPEATED, len(PATH) - 2, True),
    ],
)
def test_what_the_schema_has_refused_is_not_reported_again(kind: ErrorKind, length: int, *, is_reported: bool) -> None:
    assert PATH in paths()
    assert (PATH in paths(SchemaError(kind, PATH[:length], "refused"))) == is_reported
    assert ("spec", "shareProcessNamespace") in paths(SchemaError(kind, PATH[: max(length, 2)], "refused"))


def test_an_unknown_key_below_is_another_place() -> None:
    assert PATH in paths(SchemaError(ErrorKind.UNKNOWN_KEY, (*PATH, "deeper"), "refused"))

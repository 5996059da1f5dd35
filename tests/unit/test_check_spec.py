"""What a chart's templates refuse is reported only away from what its schema has refused: that may be the cause."""

import pytest

from render.engine import Rejection
from render.spec.check_spec import _not_reported_yet


@pytest.mark.parametrize(
    ("refused", "schema", "is_reported"),
    [
        ("/storage/mountPath", [], True),
        ("/storage/mountPath", ["/env", "/numNodes"], True),
        ("/storage/mountPath", ["/env", "/storage/mountPath"], False),
        ("/storage/mountPath", ["/storage"], False),
        ("/storage", ["/storage/mountPath"], False),
        ("/storage", ["/storages"], True),
        ("/storages", ["/storage"], True),
        (None, ["/env"], False),
    ],
)
def test_a_refusal_near_an_error_of_the_schema(refused: str | None, schema: list[str], *, is_reported: bool) -> None:
    assert _not_reported_yet(Rejection(refused, "is refused"), schema) == is_reported

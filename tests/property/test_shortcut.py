"""What is said to hold without CEL holds in CEL."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.kube.cel.expression import evaluate
from render.kube.cel.fast_path import trivially_true
from tests.strategies import bounded

NAMES = st.sampled_from(["a", "b"])
PATHS = st.lists(NAMES, min_size=1, max_size=2).map(lambda names: ".".join(["self", *names]))
TEXTS = st.sampled_from(["", "x", "x || y", "(", "?"])
TERMS = st.one_of(
    PATHS.map(lambda path: f"!has({path})"),
    PATHS.map(lambda path: f"has({path})"),
    st.builds(lambda path, operator, text: f"{path} {operator} '{text}'", PATHS, st.sampled_from(["==", "!="]), TEXTS),
    st.sampled_from(["true", "false", "self.a.size() == 1", "1 / 0 == 1"]),
)
EXPRESSIONS = st.recursive(
    TERMS,
    lambda inner: st.one_of(
        st.builds("{} || {}".format, inner, inner),
        st.builds("{} && {}".format, inner, inner),
        st.builds("({})".format, inner),
        st.builds("!({})".format, inner),
        st.builds("{} ? {} : {}".format, inner.map(lambda text: f"({text})"), inner, inner),
    ),
    max_leaves=5,
)
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(0, 2), st.booleans()), lambda inner: st.dictionaries(NAMES, inner, max_size=2)
)


@bounded(400)
@given(EXPRESSIONS, st.dictionaries(NAMES, VALUES, max_size=2))
def test_what_holds_holds_in_cel(expression: str, value: dict[str, Any]) -> None:
    if trivially_true(expression, value):
        assert evaluate(expression, {"self": value}) is True, expression


@pytest.mark.parametrize(
    ("expression", "value", "expected"),
    [
        ("!has(self.a) || self.a.b", {}, True),
        ("!has(self.a.b)", {}, False),  # an error in CEL
        ("!has(self.a.b)", {"a": {}}, True),
        ("self.a == 'x' || has(self.b)", {"a": "x"}, True),
        ("self.a != 'x'", {"a": "y"}, True),
        ("self.a != 'x'", {}, False),
        ("self.a != 'x'", {"a": 1}, False),
        ("!has(self.a) && has(self.b)", {}, False),
        ("!has(self.a) || has(self.b) ? false : true", {}, False),
        ("(!has(self.a) || true) && false", {}, False),
        ("size('||') == 0 || !has(self.a)", {}, True),
    ],
)
def test_what_is_plain(expression: str, value: dict[str, Any], expected: bool) -> None:  # noqa: FBT001
    assert trivially_true(expression, value) is expected

"""A problem as text."""

import pytest

from render.problem import EXCERPT_WIDTH, Problem, Rule, Severity, Span, describe

RULE = Rule("SYN999", "example")


def problem(
    message: str = "is wrong", *, hint: str | None = None, file: str | None = "a.yaml", span: Span | None = None
) -> Problem:
    return RULE.problem(message, hint=hint, file=file, span=span)


@pytest.mark.parametrize(
    ("given", "row", "expected"),
    [
        pytest.param(problem(), None, "a.yaml: error SYN999 is wrong", id="no place in the file"),
        pytest.param(problem(file=None), None, "error SYN999 is wrong", id="no file"),
        pytest.param(problem(span=(2, 4, 2, 7)), None, "a.yaml:2:4: error SYN999 is wrong", id="no source"),
        pytest.param(
            problem(span=(2, 4, 2, 7), hint="go on"),
            "b: one",
            "a.yaml:2:4: error SYN999 is wrong\n    b: one\n       ^^^\nhint: go on",
            id="caret and hint",
        ),
        pytest.param(
            problem(span=(1, 1, 3, 2)),
            "a:",
            "a.yaml:1:1: error SYN999 is wrong\n    a:\n    ^",
            id="many lines",
        ),
        pytest.param(
            problem(span=(9, 7, 9, 8)),
            "a: 1",
            "a.yaml:9:7: error SYN999 is wrong\n    a: 1\n        ^",
            id="past the end",
        ),
        pytest.param(
            problem("holds `\x1b[2J`", span=(1, 3, 1, 4)),
            "\t\x1b\N{SNOWMAN}",
            "a.yaml:1:3: error SYN999 holds `\\x1b[2J`\n     \N{REPLACEMENT CHARACTER}\N{SNOWMAN}\n      ^",
            id="nothing moves the cursor",
        ),
    ],
)
def test_describe(given: Problem, row: str | None, expected: str) -> None:
    assert describe(given, row) == expected


def test_a_long_line_is_cut_around_its_place() -> None:
    row = "a" * 70_000 + "HERE" + "b" * 70_000
    _, excerpt, carets = describe(problem(span=(1, 70_001, 1, 70_005)), row).split("\n")
    assert len(excerpt) == 4 + EXCERPT_WIDTH
    assert excerpt[carets.index("^") : carets.rindex("^") + 1] == "HERE"


def test_problems_sort_by_file_and_place() -> None:
    late = problem("late", span=(10, 1, 10, 2))
    early = problem("early", span=(9, 1, 9, 2))
    other = problem("other", file="b.yaml")
    whole = problem("whole file")
    assert sorted([other, late, early, whole], key=lambda p: p.sort_key) == [whole, early, late, other]


def test_a_rule_gives_its_code_name_and_weight() -> None:
    warning = Rule("SYN998", "warned", Severity.WARNING).problem("is odd", pointer="/a")
    assert (warning.code, warning.name, warning.severity, warning.pointer) == ("SYN998", "warned", "warning", "/a")

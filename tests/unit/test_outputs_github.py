"""GitHub's annotations, as the runner of GitHub Actions reads them; they have no schema."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.problem import Problem, Severity
from render.validation.result import Result
from tests.findings import arrives_as, findings, report, results
from tests.strategies import bounded
from tests.workflow_commands import Command, commands, read

ERROR = Problem("SCH012", "wrong-type", Severity.ERROR, "is `1`", "quote it", file="a.yaml", line=2, column=4)
PROPERTIES = {"file", "line", "endLine", "col", "endColumn", "title"}


def command(problem: Problem) -> Command:
    (only,) = commands(report("github", [Result("a", problems=(problem,))]))
    return only


def of_each(errors: int, warnings: int, infos: int) -> list[Result]:
    counts = {Severity.INFO: infos, Severity.ERROR: errors, Severity.WARNING: warnings}
    return [
        Result("a", problems=tuple(ERROR._replace(severity=severity, line=number) for number in range(1, count + 1)))
        for severity, count in counts.items()
    ]


def test_a_line_in_full() -> None:
    problem = ERROR._replace(message="100%: `a,b`", file="a,b:c%.yaml", end_line=2, end_column=7)
    assert report("github", [Result("a", problems=(problem,))]) == (
        "::error file=a%2Cb%3Ac%25.yaml,line=2,endLine=2,col=4,endColumn=7,title=SCH012 wrong-type"
        "::100%25: `a,b`%0Ahint: quote it\n"
    )


@given(found=st.lists(results(), max_size=4))
@bounded(30)
def test_every_line_is_an_annotation_or_says_how_many_more(found: list[Result]) -> None:
    *shown, last = read(report("github", found))
    assert last == ""
    if shown and isinstance(shown[-1], str):
        assert shown.pop().startswith("more than the 10 ")  # type: ignore[union-attr]
    for part in shown:
        assert isinstance(part, Command)
        assert part.name in ("error", "warning", "notice")
        assert part.properties.keys() <= PROPERTIES


@given(problem=findings())
@bounded(60)
def test_an_annotation_says_all(problem: Problem) -> None:
    found = command(problem)
    message, *hint = found.data.split("\n")
    assert [arrives_as(f"hint: {problem.hint}", line) for line in hint] == [True] * (problem.hint is not None)
    assert found.properties["title"] == f"{problem.code} {problem.name}"
    if "file" in found.properties:
        assert arrives_as(problem.message, message)
        assert found.properties.get("line") == (None if problem.line is None else str(problem.line))
    else:
        assert f"{problem.severity} {problem.code} " in message


@pytest.mark.parametrize("file", ["a\r\nb.yaml", "a%0Ab,c=d:e::.yaml", "é\u2028.yaml", "-"])
def test_a_path_arrives_whole(file: str) -> None:
    assert command(ERROR._replace(file=file)).properties["file"] == file


@pytest.mark.parametrize(("end", "sent"), [(None, True), (2, True), (3, False)])
def test_columns_are_those_of_one_line(end: int | None, sent: bool) -> None:  # noqa: FBT001 - a table's column
    properties = command(ERROR._replace(end_line=end, end_column=9)).properties
    assert ("col" in properties, "endColumn" in properties) == (sent, sent)


@pytest.mark.parametrize("file", ["<stdin>", "--set", "--name"])
def test_what_is_about_no_file_says_its_place(file: str) -> None:
    found = command(ERROR._replace(file=file))
    assert found.properties == {"title": "SCH012 wrong-type"}
    assert found.data == f"{file}:2:4: error SCH012 is `1`\nhint: quote it"


def test_the_worst_come_first_and_the_rest_is_counted() -> None:
    *shown, more, last = read(report("github", of_each(errors=12, warnings=3, infos=11)))
    assert [part.name for part in shown if isinstance(part, Command)] == ["error"] * 10 + ["warning"] * 3 + [
        "notice"
    ] * 10
    assert [part.properties["line"] for part in shown[:10] if isinstance(part, Command)] == [
        str(n) for n in range(1, 11)
    ]
    assert more == "more than the 10 of a level that GitHub shows: error 2, notice 1 (`-o text` prints all)"
    assert last == ""


def test_nothing_is_counted_where_all_are_shown() -> None:
    text = report("github", of_each(errors=10, warnings=10, infos=10))
    assert len(commands(text)) == text.count("\n") == 30
    assert report("github", [Result("a")]) == ""

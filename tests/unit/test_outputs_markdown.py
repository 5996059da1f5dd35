"""The Markdown of a summary, as a parser of GitHub's dialect reads it."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from render.outputs.markdown import LIMIT
from render.problem import Problem, Severity, printable
from render.validation.result import Result
from tests.findings import findings, report
from tests.strategies import bounded

ERROR = Problem(
    "SCH012", "wrong-type", Severity.ERROR, "is `1`", "quote it", "https://x.io/a#b", file="a.yaml", line=2, column=4
)
OURS = {"a", "br", "code", "h2", "h3", "table", "tbody", "td", "th", "thead", "tr"}

HOSTILE = [
    "a | b",
    "|\n| x | error FAKE |",
    "<script>alert(1)</script>",
    "<!-- -->",
    "</code></td></table><h1>",
    "`` ` ``",
    "```",
    "**bold** _it_ ~~x~~",
    "[a](javascript:x)",
    "![i](https://x.io/i.png)",
    "<https://x.io>",
    "https://x.io www.x.io",
    "\\",
    "&lt;b&gt; &#64;me",
    "# heading",
    "$x$ :tada:",
]


class Page(HTMLParser):
    """The tags of a page and its text, entities decoded."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.links: list[str | None] = []
        self.feed(MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough").render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name != "style"]
        if tag in ("td", "th", "h2", "h3"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.cells[-1] += data


def words(text: str) -> list[str]:
    return re.sub("[`\u200b]", "", text).split()


def page(*problems: Problem, file: str = "a.yaml") -> Page:
    return Page(report("markdown", [Result(file, problems=problems)]))


def test_a_summary_in_full() -> None:
    other = ERROR._replace(file="b.yaml", line=None, column=None, url=None, hint=None, severity=Severity.INFO)
    assert report("markdown", [Result("a.yaml", 1, (ERROR, other)), Result("c.yaml", 2)]) == (
        "## render validate\n"
        "\n"
        "| errors | warnings | notes | files | objects |\n"
        "| ---: | ---: | ---: | ---: | ---: |\n"
        "| 1 | 0 | 1 | 2 | 3 |\n"
        "\n"
        "### <code>a.yaml</code>\n"
        "\n"
        "| place | | finding |\n"
        "| --- | --- | --- |\n"
        '| 2:4 | error <a href="https&#58;//x.io/a&#35;b">SCH012</a> | is <code>1</code><br>hint: quote it |\n'
        "| <code>b.yaml</code> | note SCH012 | is <code>1</code> |\n"
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_the_users_stays_text(text: str) -> None:
    for message in (text, f"`{text}`"):
        found = page(ERROR._replace(message=message, hint=message), file=text)
        assert set(found.tags) <= OURS
        assert found.links == ["https://x.io/a#b"]
        assert found.cells[11] == printable(text)
        assert words(found.cells[-1]) == words(f"{printable(text)}hint: {printable(text)}")


@given(problem=findings(), file=st.text(max_size=8))
@bounded(60)
def test_any_finding_is_one_row(problem: Problem, file: str) -> None:
    found = page(problem, file=file)
    assert set(found.tags) <= OURS
    assert found.tags.count("tr") == 4
    assert found.tags.count("h3") == 1


@pytest.mark.parametrize("name", ["@octocat", "@octo-org/team", "#1", "octo/repo#12"])
def test_no_one_is_mentioned(name: str) -> None:
    cell = page(ERROR._replace(message=name, hint=name)).cells[-1]
    assert cell.replace("\u200b", "") == f"{name}hint: {name}"
    assert not re.search(r"[@#]\w", cell)


def test_what_is_too_long_for_github_is_counted() -> None:
    long = [ERROR._replace(message="é" * 1000, line=line) for line in range(1, 701)]
    text = report("markdown", [Result("a.yaml", problems=tuple(long)), Result("b.yaml", problems=(ERROR,))])
    shown = text.count("| error ")
    assert LIMIT - 4000 < len(text.encode()) <= LIMIT
    assert text.endswith(f"\n{701 - shown} more than there is room for (`-o text` prints all)\n")
    assert "b.yaml" not in text

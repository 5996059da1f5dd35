"""From text to positions."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import engine
from render.problem import MAX_PROBLEMS, Problem, Rule
from render.source import MAX_FILE_BYTES, Document, FileReader, Text, codes, load_document, load_documents, read_file

ALL_CODES = {name: rule for name, rule in vars(codes).items() if isinstance(rule, Rule)}

SCALARS = (
    *("y", "Y", "yes", "yEs", "on", "True", "tRue", "n", "off", "~", "Null", "nUll", "", "=", "-1", "+1", "-0", "00"),
    *("0777", "08", "0o17", "-0o17", "0x1F", "0b11", "0b2", "1_000", "_1", "1__0", "1e3", "1E5", "1.5e3", "1e-4", "5."),
    *(".5", "+.5", "1.", "1.0", "1.2.3", "1:30", "190:20:30", "2026-01-01", "2001-12-14t21:59:43.10-05:00", "1e400"),
    *("1e21", "4294967296", "9007199254740991", "1 2", "1-2", "!!str 1", "!!int '1'", "1e", "0x", "--1", "+"),
)

BOMB = "a: &a [1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{below}'] * 8)}]\n" for below, name in zip("abcdefgh", "bcdefghi", strict=True)
)

MISTAKES = {
    "nothing": ("", ["SYN004 :None is empty"]),
    "comment only": ("# x\n", ["SYN004 :None is empty"]),
    "empty document": ("---\n", ["SYN004 :None is empty"]),
    "a list": ("- 1", ["SYN015 1:1 is not a mapping"]),
    "a scalar": ("\n  x", ["SYN015 2:3 is not a mapping"]),
    "unquoted colon": ("a: b: c", ["SYN005 1:5 mapping values are not allowed in this context"]),
    "end of text": ("a: [", ["SYN005 1:5 while parsing a flow node, did not find expected node content"]),
    "text after the end": ("a: 1\n...\nb: 2", ["SYN005 3:1 did not find expected <document start>"]),
    "tab": ("a:\n\tb: 1", ["SYN006 2:1 a tab can't be used for indentation"]),
    "tab after dash": ("- \ta", ["SYN006 1:3 a tab can't be used for indentation"]),
    "NUL": ("a: 1\nb: x\0", ["SYN007 2:5 contains the control character U+0000"]),
    "escape": ("a: \x1b[31m", ["SYN007 1:4 contains the control character U+001B"]),
    "two documents": ("a: 1\n---\nb: 1", ["SYN008 2:1 a second document starts here, but a spec is a single document"]),
    "three documents": (
        "a: 1\n---\nb: 1\n---\nc: 1",
        ["SYN008 2:1 a second document starts here, but a spec is a single document"],
    ),
    "duplicate": (
        "a: 1\nb:\n  c: 1\n  c: 2\na: 3",
        ["SYN009 4:3 duplicate key `c`, first defined at 3:3", "SYN009 5:1 duplicate key `a`, first defined at 1:1"],
    ),
    "duplicate in JSON": ('{"a": 1, "a": 2}', ["SYN009 1:10 duplicate key `a`, first defined at 1:2"]),
    "boolean key": (
        "env: {Y: a, off: b}",
        ["SYN010 1:7 Helm reads the key `Y` as `true`", "SYN010 1:13 Helm reads the key `off` as `false`"],
    ),
    "null key": ("~: 1", ["SYN011 1:1 a key must be text, not null"]),
    "list as key": ("? [a]\n: b", ["SYN011 1:3 a key must be text, not a mapping or a list"]),
    "mapping as key": ("{a: 1}: b", ["SYN011 1:1 a key must be text, not a mapping or a list"]),
    "alias of a list as key": ("a: &a [1]\n*a : 1", ["SYN011 2:1 a key must be text, not a mapping or a list"]),
    "unknown alias": ("a: *x", ["SYN012 1:4 `*x` has no anchor `&x` before it"]),
    "anchor of another document": (
        "a: &x 1\n---\nb: *x",
        [
            "SYN008 2:1 a second document starts here, but a spec is a single document",
            "SYN012 3:4 `*x` has no anchor `&x` before it",
        ],
    ),
    "merge of a list": ("a: {<<: [1]}", ["SYN005 1:9 `<<` must be a mapping or a list of mappings"]),
    "merge of text": ("a: {<<: b}", ["SYN005 1:9 `<<` must be a mapping or a list of mappings"]),
    "deep aliases": (
        f"a: &a {'[' * 120}{']' * 120}\nb: {'[' * 120}*a{']' * 120}",
        ["SYN014 2:124 exceeds the limit of 200 levels of nesting"],
    ),
    "alias of itself": ("a: &x [*x]", ["SYN012 1:8 `*x` is inside its own anchor"]),
    "alias bomb": (BOMB, ["SYN013 6:24 aliases expand to more than 200000 values"]),
    "many values": (
        "- " + "[" + "a, " * 260_000 + "]",
        ["SYN023 1:750001 exceeds the limit of 250000 values of a document"],
    ),
    "deep lists": ("[" * 100_000, ["SYN014 1:201 exceeds the limit of 200 levels of nesting"]),
    "deep mappings": ("{a: " * 100_000, ["SYN014 1:801 exceeds the limit of 200 levels of nesting"]),
    "octal": (
        "a: [010, '010', 08, 00, 0]\ndefaultMode: 0644",
        ["SYN021 1:5 `010` is read as an octal number, 8"],
    ),
    "infinite": (
        "a: [-.inf, .NaN]",
        ["SYN016 1:5 `-.inf` is not a valid number in JSON", "SYN016 1:12 `.NaN` is not a valid number in JSON"],
    ),
}


def brief(problem: Problem) -> str:
    column = f"{problem.line or ''}:{problem.column}"
    return f"{problem.code} {column} {problem.message}"


@pytest.mark.parametrize(("text", "expected"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(text: str, expected: list[str]) -> None:
    document, problems = load_document(Text("a.yaml", text))
    assert [brief(problem) for problem in problems] == expected
    assert {problem.file for problem in problems} == {"a.yaml"}
    assert document.content == text


@pytest.mark.parametrize(
    "text",
    [
        "n1: 1\n'y': 2\n\"no\": 3\nenv: {true: a, 'Y': b}",
        "a: &a {b: 1}\nc: *a\nd: *a\n<<: *a",
        "a: &k key\n*k : 1",
        "a: &x 1\nb: &x 2\nc: *x",
        "\ufeffa: 1",
        "a: 1\r\nb:\r\n  c: 2\r\n",
        "a: '.inf'\nb: 1.inf",
        "--- # a comment\na: 1\n...\n",
        'a: "\\u0000\\x1b"',
        '{\n\t"a": [1, 2]\n}',
    ],
)
def test_no_mistake(text: str) -> None:
    assert load_document(Text("a.yaml", text))[1] == ()


def test_problems_are_reported_up_to_a_thousand() -> None:
    _, problems = load_document(Text("a.yaml", "a: 1\n" * 2000))
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1].code == "SYN024"


def test_every_code_is_unique_and_tested() -> None:
    numbers = [rule.code for rule in ALL_CODES.values()]
    assert sorted(set(numbers)) == sorted(numbers)
    assert len({rule.name for rule in ALL_CODES.values()}) == len(numbers)
    files = {"INT001", "SEC100", "SYN001", "SYN002", "SYN003", "SYN018", "SYN022", "SYN024", "SYN025", "SYN041"}
    assert {line.split()[0] for _, lines in MISTAKES.values() for line in lines} | files == set(numbers)


PLACES = """\
a:
  b: é1
  c: [1, 2]
d: |
  x
  y

e: &e f # comment
g:
- h: 1
  i: *e

j:
"k/l~m": {"n": "o"}
"""


@pytest.fixture(scope="module")
def document() -> Document:
    return load_document(Text("a.yaml", PLACES))[0]


@pytest.mark.parametrize(
    ("pointer", "span"),
    [
        ("", (1, 1, 14, 20)),
        ("/a", (2, 3, 3, 12)),
        ("/a/b", (2, 6, 2, 8)),
        ("/a/c", (3, 6, 3, 12)),
        ("/a/c/1", (3, 10, 3, 11)),
        ("/d", (4, 4, 8, 1)),
        ("/e", (8, 4, 8, 8)),
        ("/g", (10, 1, 11, 8)),
        ("/g/0/i", (11, 6, 11, 8)),
        ("/j", (13, 1, 13, 2)),
        ("/k~1l~0m/n", (14, 16, 14, 19)),
    ],
)
def test_places(document: Document, pointer: str, span: tuple[int, int, int, int]) -> None:
    node = document.find(pointer)
    assert node is not None
    assert node.span == span


@pytest.mark.parametrize(
    ("pointer", "written"), [("/a/zz", "/a"), ("/g/7", "/g"), ("/a/b/x/y", "/a/b"), ("/zz", ""), ("/g/0/i/x", "/g/0/i")]
)
def test_what_is_not_written_has_the_place_around_it(document: Document, pointer: str, written: str) -> None:
    assert document.find(pointer) is None
    assert document.nearest(pointer) == (document.find(written), False)


def test_the_first_document_is_kept() -> None:
    document, _ = load_document(Text("a.yaml", "a: 1\n---\nb: 1\n---\n"))
    assert document.find("/a") is not None
    assert document.find("/b") is None


def test_documents_come_one_by_one_until_a_mistake() -> None:
    parts = list(load_documents(Text("a.yaml", "a: 1\na: 2\n---\n---\nb: {c: [1}")))
    assert [(d.start and d.start[0], d.is_whole, d.root and d.root.data) for d, _ in parts] == [
        (1, True, {"a": 2}),
        (3, True, None),
        (4, False, None),
    ]
    assert [[problem.code for problem in problems] for _, problems in parts] == [["SYN009"], [], ["SYN005"]]
    assert [d.start for d, _ in load_documents(Text("a.yaml", "# nothing"))] == [None]


@pytest.mark.parametrize(
    "text",
    [
        "a: &x {b: 1, c: [1, ~]}\nd: *x\ne: {<<: *x, c: 2}\nf:\n  <<: [{g: 1}, {g: 2, h: 3}]",
        "'<<': 1",
        'Y: 1\n0x10: 2\n1e3: 3\n"off": 4\n8080: 5\n1.5: 6',
        "a: !!str 1\nb: !!int '2'\nc: !!float '1.5'\nd: '1'\ne: |\n  1",
        '{"a": 1e2, "b": [null, true, "y"]}',
    ],
)
def test_data_are_what_helm_reads(text: str) -> None:
    document, _ = load_document(Text("a.yaml", text))
    assert document.root is not None
    assert document.root.data == engine.merge_values([text])


def test_scalars_are_what_helm_reads() -> None:
    root = load_document(Text("a.yaml", "".join(f"- {scalar}\n" for scalar in SCALARS)))[0].root
    expected = engine.merge_values(["a:\n" + "".join(f"- {scalar}\n" for scalar in SCALARS)])["a"]
    assert root is not None
    assert dict(zip(SCALARS, map(repr, root.data), strict=True)) == dict(zip(SCALARS, map(repr, expected), strict=True))


@given(st.text() | st.text(alphabet="ab:[]{}&*!|>'\"%@`#-?, \n\t~<") | st.binary().map(lambda b: b.decode("latin-1")))
def test_no_text_makes_it_fail(text: str) -> None:
    document, problems = load_document(Text("a.yaml", text))
    assert document.root is not None or problems
    assert all(problem.line is None or 1 <= problem.line <= text.count("\n") + len(text) + 1 for problem in problems)


def fifo(path: Path) -> None:
    os.mkfifo(path)


UNREADABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (os.fspath, "SYN001 :None can't be read: no such file or directory"),
    "folder": (Path.mkdir, "SYN001 :None is a folder"),
    "FIFO": (fifo, "SYN001 :None is not a regular file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "SYN001 :None is not a regular file"),
    "loop": (lambda path: path.symlink_to(path), "SYN001 :None can't be read: too many levels of symbolic links"),
    "too large": (
        lambda path: path.write_bytes(b" " * (MAX_FILE_BYTES + 1)),
        f"SYN002 :None exceeds the limit of {MAX_FILE_BYTES} bytes",
    ),
    "Latin-1": (lambda path: path.write_bytes(b"a: 1\nb: \xe9"), "SYN003 2:4 byte `0xe9` is not UTF-8"),
    "UTF-16": (lambda path: path.write_text("a: 1", encoding="utf-16"), "SYN003 1:1 byte `0xff` is not UTF-8"),
    "surrogate": (lambda path: path.write_bytes(b"a: \xed\xa0\x80"), "SYN003 1:4 byte `0xed` is not UTF-8"),
}


@pytest.mark.parametrize(("make", "expected"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable(tmp_path: Path, make: Callable[[Path], object], expected: str) -> None:
    path = tmp_path / "a.yaml"
    make(path)
    problem = read_file(str(path))
    assert isinstance(problem, Problem)
    assert (brief(problem), problem.file) == (expected, str(path))


def test_a_path_that_is_none() -> None:
    assert isinstance(read_file("a\0b"), Problem)
    assert isinstance(read_file(""), Problem)


def test_read_takes_the_byte_order_mark_away(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: \xc3\xa9")
    assert read_file(str(path)) == Text(str(path), "a: é")


def test_read_takes_the_largest_file(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * MAX_FILE_BYTES)
    assert isinstance(read_file(str(path)), Text)


def test_read_standard_input() -> None:
    script = "from render.source import read_file; print(read_file('-'))"
    done = subprocess.run(
        [sys.executable, "-c", script], input="a: é", capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "Text(file='<stdin>', content='a: é')\n"


def test_a_reader_applies_the_limit_of_each_caller(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("é: 1", encoding="utf-8")
    reader = FileReader()
    assert isinstance(reader.read(str(path), 4), Problem)
    assert reader.read(str(path), 5) == Text(str(path), "é: 1")
    assert isinstance(reader.read(str(path), 4), Problem)
    path.unlink()
    assert reader.read(str(path), 5) == Text(str(path), "é: 1")

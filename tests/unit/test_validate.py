"""`render validate` as people run it: a process, its output, its exit status; files, folders, many of them."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from render.source import MAX_FILE_BYTES
from render.validation.batch import ALONE

CHECKOUT = Path(__file__).parents[2]
SPEC = "kind: TrainingJob\nimage: busybox:1.37\ncommand: [sleep]\n"
OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
WRONG = OBJECT + "data: {a: 1}\n"


def run(*arguments: str, stdin: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "render", "validate", *arguments],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), **environment},
        input=stdin or "",
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    )


def validate(*arguments: str, **options: str) -> tuple[int, list[str], list[str]]:
    done = run(*arguments, **options)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def report(*arguments: str, **options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--output", "json", **options).stdout)
    return found


def brief(found: dict[str, Any]) -> list[str]:
    return [f"{p['code']} {p['file']}:{p['line'] or ''} {p['message']}" for p in found["problems"]]


def write(**texts: str) -> None:
    for name, text in texts.items():
        path = Path("in", *name.split("__")).with_suffix(".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_nothing_wrong() -> None:
    write(a=SPEC, b=OBJECT)
    assert validate("in/a.yaml") == (0, [], ["1 file, 3 objects: no problems"])
    assert validate("in") == (0, [], ["2 files, 4 objects: no problems"])


def test_standard_input_is_a_spec_or_manifests() -> None:
    assert validate("-", stdin=SPEC + "name: run\n") == (0, [], ["1 file, 3 objects: no problems"])
    assert validate("-", stdin=f"{WRONG}---\n{OBJECT}") == (
        1,
        [
            "<stdin>:4:11: error KUB012 `data.a` takes a string, not the number `1`",
            "    data: {a: 1}",
            "              ^",
            'hint: quote it: `"1"`',
        ],
        ["1 file, 2 objects: 1 error"],
    )


def test_what_render_template_prints_is_valid() -> None:
    write(a=SPEC)
    command = [sys.executable, "-m", "render", "template", "in/a.yaml"]
    printed = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}, capture_output=True, check=True)
    assert validate("-", stdin=printed.stdout.decode()) == (0, [], ["1 file, 3 objects: no problems"])


def test_a_folder_in_the_order_of_its_paths() -> None:
    write(b=WRONG, a__c=WRONG, a__b="numNodes: 2", c="# nothing", d="a: [")
    Path("in/.hidden.yaml").write_text(WRONG)
    Path("in/notes.txt").write_text("a: [")
    Path("in/loop").symlink_to(Path("in").absolute())
    Path("in/self.yaml").symlink_to("self.yaml")
    os.mkfifo("in/fifo.yaml")
    assert brief(report("in")) == [
        "SYN017 in/a/b.yaml: has no `kind`, so it is an overlay, which is checked over its spec (`-f`): skipped",
        "KUB012 in/a/c.yaml:4 `data.a` takes a string, not the number `1`",
        "KUB012 in/b.yaml:4 `data.a` takes a string, not the number `1`",
        "SYN004 in/c.yaml: is empty",
        "SYN005 in/d.yaml:1 while parsing a flow node, did not find expected node content",
        "SYN001 in/fifo.yaml: is not a regular file",
        "SYN001 in/self.yaml: can't be read: too many levels of symbolic links",
    ]


def test_bytes_that_are_too_many(tmp_path: Path) -> None:
    with (tmp_path / "large.yaml").open("wb") as stream:
        stream.truncate(50 * 2**20)
    assert brief(report("large.yaml")) == [f"SYN002 large.yaml: exceeds the limit of {MAX_FILE_BYTES} bytes"]


def test_many_files_in_several_processes_are_reported_like_few() -> None:
    names = [f"f{number:03}" for number in range(ALONE * 2)]
    write(**{name: (SPEC + "nope: 1\n") if number % 7 == 0 else OBJECT for number, name in enumerate(names)})
    expected = [f"SCH010 in/{name}.yaml:4 unknown key `nope`" for name in names[::7]]
    found = report("in")
    assert brief(found) == expected
    assert found["summary"]["files"] == len(names)
    assert [line for few in names[::7] for line in brief(report(f"in/{few}.yaml"))][:2] == expected[:2]


def test_what_is_wrong_in_an_overlay_or_a_set_of_many_specs_is_reported_once() -> None:
    write(a=SPEC, b=SPEC)
    Path("over.yaml").write_text("numNodes: 0\n")
    found = report("in", "-f", "over.yaml", "--set", "env.A=1")
    assert brief(found) == [
        "SCH012 --set: `env.A` takes a string or a mapping, not the number `1`",
        "SCH015 over.yaml:1 `numNodes` must be at least 1, got 0",
    ]


def test_a_broken_overlay_stops_all() -> None:
    write(a=SPEC)
    Path("over.yaml").write_text("a: 1\na: 2\n")
    status, said, told = validate("in", "-f", "over.yaml")
    assert (status, said, told[0]) == (1, [], "over.yaml:2:1: error SYN009 duplicate key `a`, first defined at 1:1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Error: Missing argument 'PATH...'."),
        (["empty"], "Error: nothing to validate in `empty`"),
        (["-", "-f", "-"], "Error: standard input (`-`) can be read only once"),
        (["a.yaml", "b.yaml", "--name", "run"], "Error: `--name` names one spec, got 2 files"),
        (["a.yaml", "--chart", "nowhere"], "Error: `nowhere` is neither a chart's folder nor a packed chart"),
        (["a.yaml", "--kubernetes", "1.2"], "Error: there are no schemas of Kubernetes 1.2"),
        (["a.yaml", "--crds", "nowhere"], "Error: `--crds nowhere`: no such folder"),
        (["a.yaml", "--output", "xml"], "Error: Invalid value for '-o' / '--output'"),
        (["a.yaml", "--output-file", "empty/x/y"], "Error: `empty/x/y`: no such file or directory"),
    ],
)
def test_what_it_can_not_run(arguments: list[str], message: str) -> None:
    Path("empty").mkdir()
    for name in ("a.yaml", "b.yaml"):
        Path(name).write_text(OBJECT)
    status, said, told = validate(*arguments)
    assert (status, said) == (2, [])
    assert message in "\n".join(told)


def test_a_missing_file_is_a_problem() -> None:
    assert validate("none.yaml")[:2] == (1, ["none.yaml: error SYN001 can't be read: no such file or directory"])


def test_json_is_complete() -> None:
    write(a=WRONG)
    assert report("in/a.yaml") == {
        "version": 1,
        "problems": [
            {
                "code": "KUB012",
                "name": "field-of-wrong-type",
                "severity": "error",
                "message": "`data.a` takes a string, not the number `1`",
                "hint": 'quote it: `"1"`',
                "url": None,
                "file": "in/a.yaml",
                "line": 4,
                "column": 11,
                "endLine": 4,
                "endColumn": 12,
                "pointer": "/data/a",
                "object": "ConfigMap/a",
            }
        ],
        "summary": {"files": 1, "objects": 1, "errors": 1, "warnings": 0, "infos": 0, "skipped": []},
    }


def test_concise_is_a_line_a_finding() -> None:
    write(a=WRONG)
    assert validate("in/a.yaml", "--output", "concise")[:2] == (
        1,
        ['in/a.yaml:4:11: error KUB012 `data.a` takes a string, not the number `1` (hint: quote it: `"1"`)'],
    )


def test_output_goes_into_a_file() -> None:
    write(a=WRONG)
    assert validate("in", "--output", "json", "--output-file", "report.json") == (1, [], ["1 file, 1 object: 1 error"])
    assert json.loads(Path("report.json").read_text())["summary"]["errors"] == 1


def test_a_warning_does_not_fail() -> None:
    write(a=SPEC + "ttlSecondsAfterFinished: 0777\n")
    status, said, told = validate("in")
    assert (status, told) == (0, ["1 file, 3 objects: 1 warning"])
    assert "warning SYN021" in said[0]


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """Return what the command writes where standard output and standard error are a terminal."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "render", "validate", *arguments],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "TERM": "xterm", **environment},
        stdin=subprocess.DEVNULL,
        stdout=follower,
        stderr=follower,
    )
    os.close(follower)
    text = b"".join(_read(leader))
    assert process.wait() == 1
    os.close(leader)
    return text.decode()


def _read(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            data = os.read(descriptor, 65536)
        except OSError:  # the other end is closed
            return
        if not data:
            return
        yield data


def test_colours_are_for_terminals_only() -> None:
    write(a=WRONG)
    assert "\x1b[31m" in on_a_terminal("in/a.yaml", NO_COLOR="")
    assert "\x1b" not in on_a_terminal("in/a.yaml", NO_COLOR="1")
    assert "\x1b" not in run("in/a.yaml").stdout


def test_a_bar_shows_how_far_many_files_are() -> None:
    write(**{f"f{number:03}": WRONG for number in range(ALONE + 1)})
    assert "100%" in on_a_terminal("in", "--output", "concise", NO_COLOR="")
    assert "%" not in run("in").stderr


def test_no_one_reads() -> None:
    write(**{f"f{number}": WRONG for number in range(20)})
    done = subprocess.run(
        f"{sys.executable} -m render validate in | head -1",
        shell=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Traceback" not in done.stderr


def test_the_examples_and_the_goldens_are_valid() -> None:
    examples, goldens = CHECKOUT / "examples", CHECKOUT / "tests" / "golden"
    found = report(str(examples))
    # Objects of Argo CD and Flux have no schema here, and beside them lie patches and programs' own settings: notes say
    # so, and nothing is worse.
    notes = [p for p in found["problems"] if p["severity"] == "info"]
    assert brief({"problems": [p for p in found["problems"] if p not in notes]}) == []
    assert {p["code"] for p in notes} == {"KUB006", "SYN017"}
    files = map(str, sorted(path for path in goldens.glob("*.yaml") if path.stem != "expect"))
    printed = brief(report(*files, "--ignore", "SEC108"))
    # A golden has no comments, and so not the one with which its spec leaves the warning out.
    assert [line.partition(":")[0] for line in printed] == [f"NET107 {goldens / 'nccl-smoke-test.yaml'}"]


def test_all_kinds_of_schemas_can_be_chosen() -> None:
    write(a="apiVersion: scheduling.k8s.io/v1alpha2\nkind: PodGroup\nmetadata: {name: a}\n")
    codes = {minor: [p["code"] for p in report("in", "--kubernetes", minor)["problems"]] for minor in ("1.35", "1.36")}
    assert codes["1.35"] == ["KUB005"]
    assert "KUB005" not in codes["1.36"]

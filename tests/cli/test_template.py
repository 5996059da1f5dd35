"""`render template` as people run it: a process, its output, its exit status."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from render import importers
from render.kube.gvk import GroupVersionKind

CHECKOUT = Path(__file__).parents[2]
EXAMPLE = CHECKOUT / "examples" / "mnist-ddp" / "spec.yaml"
SPEC = "kind: TrainingJob\nimage: busybox\ncommand: [sleep]\n"
HEADER = "---\n# Source: training-job/templates/"


def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "render", *arguments],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), **environment},
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def template(*arguments: str, **options: str) -> tuple[int, str, list[str]]:
    done = run("template", *arguments, **options)
    return done.returncode, done.stdout, done.stderr.splitlines()


def write(**texts: str) -> None:
    for name, text in texts.items():
        path = Path("specs", *name.split("__")).with_suffix(".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def files(folder: str) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not list(tmp_path.rglob("*.tmp"))


def test_the_example_is_what_helm_prints(helm: Path) -> None:
    arguments = ["template", "mnist-ddp", str(CHECKOUT / "charts" / "training-job"), "-n", "team", "-f", str(EXAMPLE)]
    printed = subprocess.run([helm, *arguments], capture_output=True, encoding="utf-8", check=True).stdout
    assert template(str(EXAMPLE), "-n", "team") == (0, printed, [])
    assert template("-", "-n", "team", stdin=EXAMPLE.read_text()) == (0, printed, [])
    assert template(str(EXAMPLE), "-n", "team", "--engine", "helm", PATH=str(helm.parent)) == (0, printed, [])


def test_a_list_index_needs_the_command(helm: Path) -> None:
    write(a=SPEC + "args: [a, b]")
    status, printed, said = template("specs/a.yaml", "--set", "args[1]=indexed", PATH=str(helm.parent))
    assert (status, said) == (0, [])
    assert "indexed" in printed
    assert template("specs/a.yaml", "--set", "args[1]=indexed", PATH="/nowhere")[::2] == (
        2,
        ["Error: no `helm` is found in PATH", "hint: install Helm 4, or leave out what needs the command"],
    )


def test_specs_are_printed_one_after_another() -> None:
    write(b=SPEC, a=SPEC)
    one, other = template("specs/a.yaml")[1], template("specs/b.yaml")[1]
    assert one.startswith(HEADER)
    assert template("specs") == (0, one + other, ["2 specs, 0 rejected"])
    assert template("specs/b.yaml", "specs/a.yaml") == (0, other + one, ["2 specs, 0 rejected"])


MISTAKES = {
    "type": "numNodes: two",
    "unknown key": "imagePullSecret: x",
    "item": "imagePullSecrets: [regcred]",
    "quantity": "resourcesPerNode: {limits: {memory: 512GB}}",
    "range": "numNodes: 0",
    "the chart's own": "resourcesPerNode: {limits: {rdma/hca: 1}}\nnetwork: {fabric: infiniband}",
    "place": "failurePolicy: {activeDeadlineSeconds: 5}",
    "field of a container": "pod: {ports: []}",
    "name": "name: Not_A_Name",
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_has_the_words_of_validate(mistake: str) -> None:
    write(a=SPEC + mistake)
    status, printed, said = template("specs/a.yaml")
    assert (status, printed) == (1, "")
    assert said[:-1] == run("validate", "specs/a.yaml", "--config", "-", stdin="select: [SYN, SCH]").stdout.splitlines()


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        ("PyTorchJob", "`render import` converts it to a spec"),
        ("MPIJob", "`render import` converts it to a spec"),
        ("TrainJob", "`render expand` prints what Kubeflow Trainer creates"),
        ("RayJob", "`render import` converts it to a spec"),
        ("JobSet", "`render validate` checks it as it is"),
    ],
)
def test_another_kind_is_not_a_spec(kind: str, hint: str) -> None:
    for command, version in (("template", "apiVersion: a.io/v1"), ("ladder", "# forgotten")):
        done = run(command, "-", stdin=f"{version}\nkind: {kind}\nmetadata: {{name: a}}\n")
        assert (done.returncode, done.stdout) == (1, "")
        first, *_, last = done.stderr.removesuffix("1 spec, 1 rejected: nothing is printed\n").splitlines()
        assert first == f"<stdin>:2:7: error SYN037 `{kind}` is not a spec (`kind: TrainingJob`)"
        assert last.startswith("hint: ")
        assert hint in last


@pytest.mark.parametrize("name", sorted(module.name for module in iter_modules(importers.__path__)))
def test_a_kind_that_can_be_imported_has_the_hint(name: str) -> None:
    kind: GroupVersionKind | None = getattr(import_module(f"render.importers.{name}"), "KIND", None)
    if kind is None or kind.name in ("RayCluster", "sbatch"):  # the importer has the next step, and a script is no YAML
        return
    done = run("template", "-", stdin=f"apiVersion: {kind.api_version}\nkind: {kind.name}\nmetadata: {{name: a}}\n")
    assert "`render import` converts it to a spec" in done.stderr


def test_a_kind_without_a_command_is_checked_as_a_manifest() -> None:
    done = run("template", "-", stdin="apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n")
    assert done.stderr.splitlines()[-2] == "hint: `render validate` checks manifests"


@pytest.mark.parametrize("command", ["template", "validate", "pods", "run"])
@pytest.mark.parametrize("namespace", ["Bad_NS", "-a", "a" * 64, ""])
def test_what_is_not_a_namespace_is_rejected(command: str, namespace: str) -> None:
    write(a=SPEC)
    done = run(command, "specs/a.yaml", f"--namespace={namespace}")
    assert (done.returncode, done.stdout) == (125 if command == "run" else 2, "")
    assert f"'-n' / '--namespace': `{namespace}` is not a namespace" in done.stderr


@pytest.mark.parametrize(
    ("text", "status"), [("kind: TrainingJob\n", 125), (SPEC.replace("sleep", "sh, -c, exit 2"), 2)]
)
def test_run_tells_its_own_failure_from_that_of_a_program(text: str, status: int) -> None:
    assert run("run", "-", "--name", "a", stdin=text).returncode == status


def test_next_to_one_bad_spec_nothing_is_printed() -> None:
    write(a=SPEC + "numNodes: two\nfoo: 1", b=SPEC)
    assert template("specs") == (
        1,
        "",
        [
            "specs/a.yaml:4:11: error SCH012 `numNodes` takes a whole number, not the string `two`",
            "    numNodes: two",
            "              ^^^",
            "specs/a.yaml:5:1: error SCH010 unknown key `foo`",
            "    foo: 1",
            "    ^^^",
            "2 specs, 1 rejected: nothing is printed",
        ],
    )


def test_a_mistake_in_an_overlay_stops_all() -> None:
    write(a=SPEC, over="a: 1\na: 2")
    status, printed, said = template("specs/a.yaml", "-f", "specs/over.yaml")
    assert (status, printed, said[0]) == (
        1,
        "",
        "specs/over.yaml:2:1: error SYN009 duplicate key `a`, first defined at 1:1",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Error: Missing argument 'SPEC...'."),
        (["specs"], "Error: no spec in `specs`"),
        (["specs"], "hint: a spec is a mapping with `kind: TrainingJob`"),
        (["specs", "--output-dir", "out", "--prune"], "Error: no spec in `specs`"),
        (["-", "-f", "-"], "Error: standard input (`-`) can be read only once"),
        (["-", "--prune"], "Error: `--prune` requires `--output-dir`"),
        (["one.yaml", "two.yaml", "--name", "a"], "Error: `--name` names one spec, got 2 specs"),
        (["one.yaml", "--chart", "nowhere"], "Error: `nowhere` is neither a chart's folder nor a packed chart"),
        (["one.yaml", "--chart", "oci://host/chart"], "Error: `oci://host/chart` names no version of a chart"),
        (["one.yaml", "--engine", "tiller"], "Error: Invalid value for '--engine'"),
        (["one.yaml", "--output-dir", "taken"], "Error: `taken"),
    ],
)
def test_what_it_can_not_run(arguments: list[str], message: str) -> None:
    Path("specs").mkdir()
    Path("out").mkdir()
    Path("out/a.yaml").write_text(HEADER)
    Path("taken").write_text("a file")
    for name in ("one.yaml", "two.yaml"):
        Path(name).write_text(SPEC)
    status, printed, said = template(*arguments)
    assert (status, printed) == (2, "")
    assert any(line.startswith(message) for line in said), said
    assert Path("out/a.yaml").read_text() == HEADER


def test_a_file_for_each_spec() -> None:
    write(a=SPEC, team__b=SPEC, broken="kind: TrainingJob\na: [")
    assert template("specs", "--output-dir", "out")[0] == 1
    assert files("out") == ["a.yaml", "team", "team/b.yaml"]
    assert Path("out/team/b.yaml").read_text() == template("specs/team/b.yaml")[1]
    assert Path("out/a.yaml").stat().st_mode & 0o777 == 0o666 & ~os.umask(os.umask(0o22))


def test_unchanged_files_are_untouched() -> None:
    write(a=SPEC, b=SPEC)
    assert template("specs", "--output-dir", "out")[2] == [
        "2 specs: 2 written, 0 unchanged, 0 rejected; 0 files removed"
    ]
    for name in ("a", "b"):
        os.utime(f"out/{name}.yaml", (1, 1))
    write(b=SPEC + "numNodes: 2")
    assert template("specs", "--output-dir", "out")[2] == [
        "2 specs: 1 written, 1 unchanged, 0 rejected; 0 files removed"
    ]
    assert [Path(f"out/{name}.yaml").stat().st_mtime == 1 for name in ("a", "b")] == [True, False]


def test_prune_removes_what_render_wrote_for_specs_that_are_gone() -> None:
    write(a=SPEC, team__b=SPEC, team__deep__c=SPEC, d=SPEC)
    assert template("specs", "--output-dir", "out")[0] == 0
    for name in ("team/b", "team/deep/c"):
        Path(f"specs/{name}.yaml").unlink()
    write(d="kind: TrainingJob\na: [")
    Path("out/own.yaml").write_text("kind: Service\n")
    Path("out/other.yaml").write_text("---\n# Source: other/templates/a.yaml\n")
    Path("out/notes.md").write_text(HEADER)
    Path("out/link.yaml").symlink_to("a.yaml")
    kept = ["a.yaml", "d.yaml", "link.yaml", "notes.md", "other.yaml", "own.yaml"]
    assert (
        template("specs", "--output-dir", "out")[2][-1]
        == "2 specs: 0 written, 1 unchanged, 1 rejected; 0 files removed"
    )
    assert files("out") == sorted([*kept, "team", "team/b.yaml", "team/deep", "team/deep/c.yaml"])
    status, _, said = template("specs", "--output-dir", "out", "--prune")
    assert (status, said[-1]) == (1, "2 specs: 0 written, 1 unchanged, 1 rejected; 2 files removed")
    assert files("out") == kept


def test_prune_removes_nothing_where_every_spec_is_refused() -> None:
    write(a=SPEC, b=SPEC)
    template("specs", "--output-dir", "out")
    Path("specs/b.yaml").unlink()
    write(a=SPEC + "foo: 1")
    assert template("specs", "--output-dir", "out", "--prune")[0] == 1
    assert files("out") == ["a.yaml", "b.yaml"]


def test_two_specs_for_one_file_write_nothing() -> None:
    write(a=SPEC, b=SPEC)
    Path("specs/a.json").write_text('{"kind": "TrainingJob", "image": "x"}')
    assert template("specs", "--output-dir", "out") == (
        1,
        "",
        [
            "specs/a.yaml: error SYN019 its manifests go to `out/a.yaml`, as those of `specs/a.json` do",
            "hint: rename one of them",
        ],
    )
    assert not Path("out").exists()


@pytest.mark.parametrize("output", ["specs", "link"])
def test_a_spec_is_never_overwritten(output: str) -> None:
    write(a=SPEC)
    Path("link").symlink_to("specs")
    assert template("specs", "--output-dir", output)[0] == 1
    assert Path("specs/a.yaml").read_text() == SPEC


def test_no_link_leads_out_of_the_output_folder() -> None:
    write(team__a=SPEC, b=SPEC, c=SPEC)
    Path("outside").mkdir()
    same = template("specs/b.yaml")[1]
    Path("outside/file.yaml").write_text(same)
    Path("out").mkdir()
    Path("out/team").symlink_to("../outside")
    Path("out/b.yaml").symlink_to("../outside/file.yaml")
    status, _, said = template("specs", "--output-dir", "out", "--prune")
    assert (status, said[0]) == (1, "out/team/a.yaml: error SYN020 a link leads out of the output folder")
    assert files("outside") == ["file.yaml"]
    assert Path("out/b.yaml").read_text() == Path("outside/file.yaml").read_text() == same
    assert not Path("out/b.yaml").is_symlink()
    assert Path("out/c.yaml").read_text().startswith(HEADER)


def test_no_hooks() -> None:
    write(a=SPEC)
    assert template("specs/a.yaml", "--no-hooks") == template("specs/a.yaml")  # the chart has none so far


def test_a_reader_that_goes_away_is_no_fault() -> None:
    write(**{f"a{number}": SPEC for number in range(20)})
    with subprocess.Popen(
        [sys.executable, "-m", "render", "template", "specs"],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 2


def test_a_full_disk_is_reported() -> None:
    write(a=SPEC)
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "render", "template", "specs/a.yaml"]
        environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
        done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"Error: standard output: no space left on device\n")


INTERRUPTED = """
import _thread, signal
from render.cli import main, template
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has its background jobs ignore it
template.command.callback = lambda **options: _thread.interrupt_main()
main()
"""


def test_an_interrupt_is_no_fault() -> None:
    command = [sys.executable, "-c", INTERRUPTED, "template", "a"]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", "")


def test_a_fault_of_our_own_has_status_2() -> None:
    script = "from render.cli import main, template\ntemplate.command.callback = lambda **options: 1 / 0\nmain()"
    command = [sys.executable, "-c", script, "template", "a"]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-2:] == ["ZeroDivisionError: division by zero", "this is a bug in render"]


def test_help_and_version() -> None:
    from render import __version__

    assert run("--version").stdout == f"render {__version__}\n"
    done = run("--help")
    assert done.returncode == 0
    assert "\n  template  Print the manifests of specs" in done.stdout
    assert run("tempalte").returncode == 2


def test_help_is_cheap() -> None:
    script = (
        "import sys\nfrom render.cli import render\nrender.main(['--help'], standalone_mode=False)\n"
        "print(sorted({'helm_python', 'yaml', 'rich', 'subprocess', 'render.engine', 'render.spec'} & {*sys.modules}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_output_is_utf_8_everywhere() -> None:
    write(a=SPEC + 'env: {A: "é😀"}')
    status, printed, _ = template("specs/a.yaml", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert status == 0
    assert '  A: "é\\U0001F600"' in printed

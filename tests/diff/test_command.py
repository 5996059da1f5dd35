"""`render diff` as people run it: what it takes, what it refuses, and that it shows nobody a credential."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT

SPEC = """\
kind: TrainingJob
name: run
image: registry.example/train:1
command: [torchrun, train.py]
numNodes: 2
"""
NOBODY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a"}
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n"


def run(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "render", "diff", *arguments]
    env = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    return subprocess.run(
        command, cwd=folder, env=env, input=stdin, capture_output=True, encoding="utf-8", check=False, timeout=120
    )


def objects(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """What becomes of each object, by kind and name."""
    found: list[dict[str, Any]] = json.loads(done.stdout)["objects"]
    return {f"{one['kind']}/{one['name']}": one["action"] for one in found}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a commit of two specs and a chart, and a change of one that is not committed."""
    for name in ("specs/run.yaml", "run.yaml", "specs/deep/other.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = SPEC.replace("name: run", "name: other") if "other" in name else SPEC
        (tmp_path / name).write_text(text.replace("name: run\n", "") if name == "run.yaml" else text, encoding="utf-8")
    (tmp_path / "specs" / "README.md").write_text("# The first file by name, which is not a spec\n", encoding="utf-8")
    (tmp_path / "specs" / "link.yaml").symlink_to("/etc/passwd")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "specs")
    (tmp_path / "specs" / "run.yaml").write_text(SPEC.replace("train:1", "train:2"), encoding="utf-8")
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, env=os.environ | NOBODY, check=True, capture_output=True)


def test_revision_of_a_file(repository: Path) -> None:
    done = run(repository, "HEAD:specs/run.yaml", "specs/run.yaml", "--output", "json")
    assert (done.returncode, objects(done)["JobSet/run"]) == (1, "refused")


def test_revision_of_a_folder(repository: Path) -> None:
    done = run(repository, "specs", "main:specs", "--output", "json")
    assert {name: action for name, action in objects(done).items() if action != "unchanged"} == {
        "JobSet/run": "refused"
    }
    assert "JobSet/other" in objects(done)
    assert "main:specs/link.yaml: info SYN018 is a link, which is not followed in a revision" in done.stderr
    assert "root:" not in done.stdout + done.stderr


def test_name_of_a_run_at_a_revision_is_its_file(repository: Path) -> None:
    done = run(repository, "HEAD:run.yaml", "run.yaml", "--output", "json")
    assert (done.returncode, objects(done)["JobSet/run"]) == (0, "unchanged"), done.stderr


def test_nothing_is_checked_out(repository: Path) -> None:
    before = sorted((path, path.stat().st_mtime_ns) for path in repository.rglob("*"))
    run(repository, "HEAD:specs", "specs")
    assert sorted((path, path.stat().st_mtime_ns) for path in repository.rglob("*")) == before


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("--output=x:specs", "Invalid value for '-o' / '--output'"),
        ("-:specs", "No such option"),
        ("--upload-pack=touch pwned:specs", "No such option"),
        ("nothing:specs/run.yaml", "git has no revision `nothing`"),
        ("HEAD:nothing.yaml", "`nothing.yaml` is not in the revision `HEAD`"),
        ("HEAD:../x.yaml", "is not in the revision"),
        ("$(touch pwned):specs", "git has no revision `$(touch pwned)`"),
        (":specs/run.yaml", "`` is not a git revision"),
    ],
)
def test_hostile_revision(argument: str, message: str, repository: Path) -> None:
    done = run(repository, argument, "specs/run.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (repository / "pwned").exists()
    assert not (repository / "x").exists()


def test_revision_that_looks_like_an_option(repository: Path) -> None:
    done = run(repository, "--", "--output=x:specs", "specs/run.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "`--output=x` is not a git revision" in done.stderr
    assert not (repository / "x").exists()


def test_one_name_for_several_specs(repository: Path) -> None:
    done = run(repository, "HEAD:specs", "specs", "--name", "one")
    assert (done.returncode, done.stdout) == (2, "")
    assert "`--name` names one spec, got 2 specs" in done.stderr


def test_no_repository(tmp_path: Path) -> None:
    (tmp_path / "run.yaml").write_text(SPEC, encoding="utf-8")
    done = run(tmp_path, "HEAD:run.yaml", "run.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert "`HEAD:run.yaml` is a path in a git revision, and this is not a git repository" in done.stderr


def test_missing_file(tmp_path: Path) -> None:
    done = run(tmp_path, "a.yaml", "b.yaml")
    assert (done.returncode, done.stdout) == (1, "")
    assert "a.yaml: error SYN001" in done.stderr
    assert "b.yaml: error SYN001" in done.stderr


@pytest.mark.parametrize("arguments", [("a.yaml",), ("a.yaml", "b.yaml", "--live"), ("a", "b", "--context", "c")])
def test_sides_that_make_no_sense(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--live" in done.stderr


def test_broken_spec(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "new.yaml").write_text(SPEC + "numNode: 3\n", encoding="utf-8")
    done = run(tmp_path, "old.yaml", "new.yaml")
    assert (done.returncode, done.stdout) == (1, "")
    assert "new.yaml:6:1: error" in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: v1\nkind: ConfigMap\nmetadata: 3\n",
        "apiVersion: example.com/v1\nkind: Unknown\nmetadata: [1]\n",
        "apiVersion: example.com/v1\nkind: Unknown\nmetadata: {annotations: 3}\n",
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: 3}\n",
        "apiVersion: batch/v0\nkind: Job\nmetadata: {name: p}\nspec: 3\n",
        "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: p}\nspec: {replicatedJobs: [3]}\n",
    ],
)
def test_values_of_other_types(text: str, tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    (tmp_path / "new.yaml").write_text(text, encoding="utf-8")
    done = run(tmp_path, "old.yaml", "new.yaml")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr


def test_unknown_kind_is_compared(tmp_path: Path) -> None:
    for name, size in (("old", 1), ("new", 2)):
        text = f"apiVersion: example.com/v1\nkind: Unknown\nmetadata: {{name: u}}\nspec: {{size: {size}}}\n"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    done = run(tmp_path, "old.yaml", "new.yaml", "--output", "json")
    assert (done.returncode, objects(done)) == (0, {"Unknown/u": "applied"})


def test_standard_input(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    done = run(tmp_path, "old.yaml", "-", "--output", "json", stdin=CONFIG_MAP + "data: {A: b}\n")
    assert (done.returncode, objects(done)) == (0, {"ConfigMap/c": "applied"})


def test_output_file(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(CONFIG_MAP, encoding="utf-8")
    done = run(tmp_path, "old.yaml", "old.yaml", "--output", "markdown", "--output-file", "out.md")
    assert (done.returncode, done.stdout) == (0, "")
    assert "Nothing changes in the cluster" in (tmp_path / "out.md").read_text(encoding="utf-8")


SECRETS = """\
apiVersion: v1
kind: Secret
metadata: {name: s}
data: {anything: c2VjcmV0LXZhbHVlLU9MRA==}
stringData: {more: secret-value-OLD}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
    - name: node
      image: i
      command: [train, --api-key=secret-value-OLD, --password, secret-value-OLD, "--url=https://me:secret-value-OLD@x"]
      args: ["bash", "-c", "export HF_TOKEN=secret-value-OLD; train --lr 1 --token secret-value-OLD"]
      env:
        - {name: WANDB_API_KEY, value: secret-value-OLD}
        - {name: DB_PASSWORD, value: secret-value-OLD}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {token: secret-value-OLD, config.ini: "user = me\\npassword = secret-value-OLD\\n"}
"""


@pytest.mark.parametrize("format_", ["text", "json", "markdown"])
def test_credentials_are_not_shown(format_: str, tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(SECRETS, encoding="utf-8")
    (tmp_path / "new.yaml").write_text(SECRETS.replace("OLD", "NEW").replace("T0xE", "TkVX"), encoding="utf-8")
    done = run(tmp_path, "old.yaml", "new.yaml", "--output", format_)
    assert done.returncode == 1
    for secret in ("secret-value", "secret&#45;value", "c2VjcmV0"):
        assert secret not in done.stdout


HOSTILE = (
    "`|<img src=x onerror=alert(1)>]]>--><script>@everyone #1 www.example.com https://example.com **x** </pre>"
    "\\n# h\\x1b[2J"
)


def test_markdown_of_hostile_text(tmp_path: Path) -> None:
    """No character of a name or a value means anything to Markdown, HTML or a terminal."""
    (tmp_path / "old.yaml").write_text(CONFIG_MAP + "data: {a: b}\n", encoding="utf-8")
    hostile = (
        f'apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: "{HOSTILE}"}}\ndata: {{a: "{HOSTILE}", "{HOSTILE}": b}}\n'
    )
    (tmp_path / "new.yaml").write_text(hostile, encoding="utf-8")
    (tmp_path / "again.yaml").write_text(hostile.replace("a: ", "b: "), encoding="utf-8")
    for sides in (("old.yaml", "new.yaml"), ("new.yaml", "again.yaml")):
        shown = run(tmp_path, *sides, "--output", "markdown").stdout
        rest = shown
        for ours in ("<code>", "</code>", "<pre>", "</pre>", "<details>", "</details>", "<summary>", "</summary>"):
            rest = rest.replace(ours, "")
        for meaning in ("<", ">", "`", "@", "://", "www.", "**", "\x1b", "| |img", "]]"):
            assert meaning not in rest
        assert all(line.count("|") == 4 for line in shown.splitlines() if line.startswith("|"))
        assert "\x1b" not in run(tmp_path, *sides).stdout

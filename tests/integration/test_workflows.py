"""Workflows and actions, ours and those that the documentation shows, under actionlint and zizmor."""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.integration.source import commit

OURS = sorted((CHECKOUT / ".github/workflows").glob("*.yaml"))
PLACEHOLDER = "YOUR-ORG/render/ci/action@COMMIT"


def shown() -> dict[str, str]:
    """Return the workflows that the documentation shows, by name."""
    shown = re.findall(r"```yaml\n(# \.github/.*?)```", (CHECKOUT / "docs" / "ci.md").read_text(), re.DOTALL)
    texts = {f"docs-{index}": text for index, text in enumerate(shown)}
    texts["rendered"] = (CHECKOUT / "examples/gitops/argocd/rendered.yaml").read_text(encoding="utf-8")
    return texts


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with our action and all workflows, where a commit has taken the placeholder's place."""
    workflows = tmp_path / ".github/workflows"
    workflows.mkdir(parents=True)
    for path in OURS:
        shutil.copy(path, workflows)
    for name, text in shown().items():
        (workflows / f"{name}.yaml").write_text(text.replace("@COMMIT", f"@{0:040}"), encoding="utf-8")
    shutil.copytree(CHECKOUT / "ci/action", tmp_path / "ci/action")
    commit(tmp_path)
    return tmp_path


def audit(repository: Path, *options: str) -> str:
    """Return what zizmor finds; it asks nobody."""
    zizmor = Path(sysconfig.get_path("scripts"), "zizmor")
    if not zizmor.exists():
        reason = "zizmor is not installed: the extra `integration` has it"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    command = [
        str(zizmor),
        "--offline",
        "--no-progress",
        "--format=plain",
        *options,
        ".",
    ]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert "completed" in done.stderr, done.stderr
    return "" if done.returncode == 0 else done.stdout


def test_there_are_workflows() -> None:
    assert [path.name for path in OURS] == ["ci.yaml", "release.yaml"]
    assert len(shown()) >= 2
    assert all(PLACEHOLDER in text for text in shown().values())


def test_zizmor_has_nothing_to_say(repository: Path) -> None:
    assert audit(repository) == ""


def test_zizmor_as_an_auditor_has_nothing_to_say_to_ours(repository: Path) -> None:
    for path in repository.glob(".github/workflows/*"):
        if path.name not in {ours.name for ours in OURS}:
            path.unlink()
    shutil.rmtree(repository / "ci")
    assert audit(repository, "--persona=auditor") == ""


def test_actionlint_has_nothing_to_say(actionlint: Path, repository: Path) -> None:
    for path in repository.glob(".github/workflows/*"):
        path.write_text(re.sub(r"YOUR-ORG/render/ci/action@0+", "./ci/action", path.read_text()), encoding="utf-8")
    done = subprocess.run([actionlint, "-no-color"], cwd=repository, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("@[0-9a-f]{40} # v[0-9.]+", "@v6", "unpinned-uses"),
        ('"\\$GITHUB_SHA"', "${{ github.event.pull_request.title }}", "template-injection"),
        (r"with: \{persist-credentials: false\}", "", "artipacked"),
    ],
)
def test_zizmor_finds_what_is_wrong(repository: Path, old: str, new: str, finding: str) -> None:
    for path in repository.glob(".github/workflows/*"):
        path.write_text(re.sub(old, new.replace("\\", r"\\"), path.read_text()), encoding="utf-8")
    assert f"[{finding}]" in audit(repository)


def test_every_action_is_pinned_and_our_workflows_use_none() -> None:
    files = [*OURS, CHECKOUT / "ci/action/action.yml"]
    used = {path.name: re.findall(r"\buses: (\S+)", path.read_text(encoding="utf-8")) for path in files}
    assert used["ci.yaml"] == used["release.yaml"] == []
    everything = [
        *used["action.yml"],
        *(use for text in shown().values() for use in re.findall(r"\buses: (\S+)", text)),
    ]
    assert [use for use in everything if use != PLACEHOLDER and not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", use)] == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_steps_that_run_code_of_the_repository_have_no_token(path: Path) -> None:
    for step in re.split(r"(?m)^      - ", path.read_text(encoding="utf-8"))[1:]:
        assert not ("GH_TOKEN" in step and re.search(r"(?m)(run: |^ +)\.?ci/", step)), step

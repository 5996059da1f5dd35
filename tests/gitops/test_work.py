"""Each file of a command is read once, and each release is rendered once: alone, or as it is deployed."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from render import engine
from tests.gitops.test_reading import IMAGE
from tests.gitops.test_repositories import FOLDER, copied, validated

APPLICATION = """\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: NAME}
spec:
  syncPolicy: {syncOptions: [ServerSideApply=true, ApplyOutOfSyncOnly=true]}
  sources:
    - repoURL: ghcr.io/acme/charts
      chart: training-job
      targetRevision: 0.1.0
      helm: {valueFiles: [$specs/NAME.yaml, $specs/shared.yaml]}
    - {repoURL: git.example/specs, ref: specs}
"""

POLICY = """\
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: images}
spec:
  matchConstraints:
    resourceRules:
      - {apiGroups: [jobset.x-k8s.io], apiVersions: [v1alpha2], operations: [CREATE], resources: [jobsets]}
  validations: [{expression: "object.spec.replicatedJobs.all(job, job.name == '')", message: no images today}]
"""


@pytest.fixture(name="names")
def rendered_names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The releases that are rendered, in their order."""
    names: list[str] = []
    render_files = engine.render_files

    def count(chart: Any, releases: Any, **options: Any) -> Any:
        names.extend(release.name for release in releases)
        return render_files(chart, releases, **options)

    monkeypatch.setattr(engine, "render_files", count)
    return names


@pytest.fixture(name="reads")
def read_paths(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each file is read."""
    reads: Counter[str] = Counter()
    open_ = os.open

    def count(path: Any, *arguments: Any, **options: Any) -> int:
        reads[os.path.realpath(path)] += 1
        return open_(path, *arguments, **options)

    monkeypatch.setattr(os, "open", count)
    return reads


def repository(folder: Path, deployed: int, alone: int) -> Path:
    """Return a repository with specs that Applications deploy, specs that none deploys, and values that all share."""
    for number in range(deployed + alone):
        text = f"apiVersion: render/v1alpha1\nkind: TrainingJob\nname: s{number}\nimage: {IMAGE}\n"
        (folder / f"s{number}.yaml").write_text(text, encoding="utf-8")
    for number in range(deployed):
        text = APPLICATION.replace("NAME", f"s{number}")
        (folder / f"app-{number}.yaml").write_text(text, encoding="utf-8")
    (folder / "shared.yaml").write_text("numNodes: 2\n", encoding="utf-8")
    (folder / ".git").mkdir()
    return folder


@pytest.mark.parametrize("deployed", [0, 1, 3, 20])
def test_each_release_is_rendered_once(
    deployed: int, tmp_path: Path, names: list[str], reads: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = repository(tmp_path, deployed, 2)
    printed = validated(folder, monkeypatch, ".", "--output", "concise")
    assert sorted(names) == sorted(f"s{number}" for number in range(deployed + 2))
    assert printed.count("GIT204") == 2 * bool(deployed)
    own = {path: number for path, number in reads.items() if path.startswith(f"{os.path.realpath(folder)}/")}
    assert own == dict.fromkeys(map(os.path.realpath, folder.glob("*.yaml")), 1)


def test_deployed_specs_are_rendered_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    render_files = engine.render_files

    def count(chart: Any, releases: Any, **options: Any) -> Any:
        counts.append(len(releases))
        return render_files(chart, releases, **options)

    monkeypatch.setattr(engine, "render_files", count)
    folder = repository(tmp_path, 5, 0)
    validated(folder, monkeypatch)
    assert counts == [5]


@pytest.mark.parametrize("case", ["applicationset", "argocd-value-files", "flux", "twice"])
def test_no_file_of_a_repository_is_read_twice(
    case: str, tmp_path: Path, reads: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied(FOLDER / case, tmp_path)
    validated(folder, monkeypatch)
    own = {path: number for path, number in reads.items() if path.startswith(f"{os.path.realpath(folder)}/")}
    assert own
    assert set(own.values()) == {1}


def test_no_option_reads_a_file_again(tmp_path: Path, reads: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Overlays, the configuration and policies may be files of the folder that is checked."""
    folder = repository(tmp_path, 1, 1)
    (folder / "policies").mkdir()
    (folder / "policies" / "images.yaml").write_text(POLICY, encoding="utf-8")
    (folder / "render.yaml").write_text("policies: [policies]\n", encoding="utf-8")
    options = ["-f", "shared.yaml", "-f", "./shared.yaml", "--config", "render.yaml", "-o", "concise"]
    printed = validated(folder, monkeypatch, ".", *options)
    assert printed.count("no images today (policy `images`)") == 2
    own = {path: number for path, number in reads.items() if path.startswith(f"{os.path.realpath(folder)}/")}
    assert own == dict.fromkeys(map(os.path.realpath, folder.rglob("*.yaml")), 1)


def test_a_value_that_the_command_adds_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong in `-f` and `--set` is in no file of the repository."""
    (tmp_path / "specs").mkdir()
    folder = repository(tmp_path / "specs", 1, 0)
    (tmp_path / "over.yaml").write_text("numNodes: -4\n", encoding="utf-8")
    printed = validated(folder, monkeypatch, ".", "-f", "../over.yaml", "--set", "numProcPerNode=-3", "-o", "concise")
    assert "../over.yaml:1:11: error SCH015" in printed
    assert "--set: error SCH015" in printed


def test_a_deployment_behind_an_escape_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = repository(tmp_path, 1, 0)
    hidden = APPLICATION.replace("NAME", "s0").replace("argoproj.io/v1alpha1", '"\\x61rgoproj.io/v1alpha1"')
    (folder / "app-0.yaml").write_text(hidden, encoding="utf-8")
    assert "app-0.yaml: info GIT205 not checked" in validated(folder, monkeypatch, ".", "-o", "concise")

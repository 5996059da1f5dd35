"""Objects of one command belong together, wherever they are written; what a spec renders stands alone."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from render.cli.validate import command
from render.validation.batch import ALONE

JOB = """\
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata: {name: sft}
spec:
  runtimeRef: {name: torch}
  trainer: {}
  podTemplateOverrides: [{targetJobs: [{name: worker}], spec: {nodeSelector: {gpu: h100}}}]
"""
RUNTIME = """\
apiVersion: trainer.kubeflow.org/v1alpha1
kind: ClusterTrainingRuntime
metadata: {name: torch}
spec:
  mlPolicy: {numNodes: 1, torch: {}}
  template:
    spec:
      replicatedJobs:
        - name: node
          template:
            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
            spec: {template: {spec: {containers: [{name: node, image: train:1}]}}}
"""
FOUND = "job.yaml:7:47: error ADM809"
"""The TrainJob names a job that its runtime has not."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("job.yaml").write_text(JOB)
    Path("runtime.yaml").write_text(RUNTIME)


def validate(*arguments: str, stdin: str = "") -> list[str]:
    result = CliRunner().invoke(
        command,
        [*arguments, "--trainer", "2.1", "--output", "concise"],
        input=stdin,
        standalone_mode=False,
        catch_exceptions=False,
    )
    return [" ".join(line.split()[:3]) for line in result.stdout.splitlines()]


def test_each_file_alone_is_right() -> None:
    assert validate("job.yaml") == validate("runtime.yaml") == []


@pytest.mark.parametrize("arguments", [("job.yaml", "runtime.yaml"), ("runtime.yaml", "job.yaml"), ("job.yaml", ".")])
def test_files_of_one_command(arguments: tuple[str, ...]) -> None:
    assert validate(*arguments) == [FOUND]


def test_one_file_with_both() -> None:
    Path("both.yaml").write_text(f"{RUNTIME}---\n{JOB}")
    assert validate("both.yaml") == ["both.yaml:20:47: error ADM809"]


def test_standard_input() -> None:
    assert validate("-", "runtime.yaml", stdin=JOB) == ["<stdin>:7:47: error ADM809"]
    assert validate("-", stdin=f"{JOB}---\n{RUNTIME}") == ["<stdin>:7:47: error ADM809"]


def test_items_of_a_list() -> None:
    items = "".join(f"- {text.replace(chr(10), chr(10) + '  ').rstrip()}\n" for text in (RUNTIME, JOB))
    Path("list.yaml").write_text(f"apiVersion: v1\nkind: List\nitems:\n{items}")
    assert validate("list.yaml") == ["list.yaml:22:49: error ADM809"]


def test_a_line_and_a_config_leave_it_out() -> None:
    assert validate("job.yaml", "runtime.yaml", "--ignore", "ADM809") == []
    Path("job.yaml").write_text(JOB.rstrip() + "  # render: ignore[ADM809, NOTHING]")
    assert validate("job.yaml", "runtime.yaml") == ["job.yaml:7:94: warning SYN022"]


def test_the_order_of_files_stays_and_the_own_findings_too() -> None:
    Path("a.yaml").write_text("a: [")
    Path("z.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: A}\n")
    Path("job.yaml").write_text(JOB.replace("sft", "SFT"))
    said = [line.rpartition(" ")[0] for line in validate(".")]
    assert said == ["a.yaml:1:5: error", "job.yaml:3:18: error", "job.yaml:7:47: error", "z.yaml:3:18: error"]


def test_many_files_in_several_processes() -> None:
    for number in range(ALONE):
        Path(f"{number:03}.yaml").write_text(f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a{number}}}\n")
    assert validate(".") == [FOUND]


def test_what_a_spec_renders_stands_alone() -> None:
    """Two specs with the same names are two runs, perhaps for two clusters."""
    for name in ("a", "b"):
        Path(f"{name}.yaml").write_text("kind: TrainingJob\nname: run\nimage: train:1\ncommand: [train]\n")
    assert validate("a.yaml", "b.yaml") == []

"""`render template --show-only`: the manifests that `helm template --show-only` prints."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.test_template import CHECKOUT, EXAMPLE, SPEC, template, write

CHART = CHECKOUT / "charts" / "training-job"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "patterns",
    [
        ["templates/jobset.yaml"],
        ["templates/service.yaml", "templates/jobset.yaml"],
        ["templates/*.yaml"],
        ["templates/????et.yaml"],
        ["templates/jobset.yaml", "templates/job*"],
    ],
)
def test_it_prints_what_helm_prints(patterns: list[str], helm: Path) -> None:
    options = [word for pattern in patterns for word in ("--show-only", pattern)]
    command: list[str | Path] = [helm, "template", "mnist-ddp", str(CHART), "-n", "team", "-f", str(EXAMPLE), *options]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert "# Source: training-job/templates/jobset.yaml\n" in printed
    assert template(str(EXAMPLE), "-n", "team", *options) == (0, printed, [])


def test_a_template_without_manifests_is_an_error() -> None:
    write(a=SPEC)
    status, printed, said = template("specs/a.yaml", "-s", "templates/jobset.yaml", "-s", "templates/podgroup.yaml")
    assert (status, printed) == (2, "")
    assert said[0] == "Error: no manifest comes from the template `templates/podgroup.yaml`"
    assert said[1].startswith("hint: manifests come from templates/")
    assert "templates/jobset.yaml" in said[1]


def test_of_several_specs_one_has_to_have_it() -> None:
    write(a=SPEC, b=SPEC + "scheduler: volcano\n")
    status, printed, _ = template("specs", "-s", "templates/podgroup.yaml")
    assert status == 0
    assert printed.count("---\n# Source: training-job/templates/podgroup.yaml\n") == printed.count("---\n") == 1


def test_it_prints_and_writes_no_folder() -> None:
    write(a=SPEC)
    status, printed, said = template("specs", "-s", "templates/jobset.yaml", "--output-dir", "out")
    assert (status, printed) == (2, "")
    assert said[-1] == "Error: `--show-only` prints to standard output, and can't be used with `--output-dir`"
    assert not Path("out").exists()

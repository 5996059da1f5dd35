"""`render.yaml` applies to the files below it, within its repository, and can't weaken a check."""

import json
import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from render.cli import render

CONFIG = "apiVersion: render/v1alpha1\nkind: Config\n"
SPEC = """\
kind: TrainingJob
name: run
image: registry.example/train@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
command: [torchrun, train.py]
args: [--name=$RUN]
"""
"""A warning: RUN196."""


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    for name in ("a", "b"):
        (folder / name).mkdir(parents=True)
        (folder / name / "spec.yaml").write_text(SPEC)
    (folder / ".git").mkdir()
    (tmp_path / "render.yaml").write_text(f"{CONFIG}failOn: info\n")  # outside the repository
    monkeypatch.chdir(folder)
    return folder


def command(*arguments: str) -> Result:
    return CliRunner().invoke(render, arguments, standalone_mode=False, catch_exceptions=False)


def status(*arguments: str) -> int:
    return int(command("validate", *arguments).return_value)


def codes(*arguments: str) -> list[str]:
    found = json.loads(command("validate", *arguments, "-o", "json").stdout)
    return sorted(f"{Path(one['file']).parent.name}:{one['severity']}:{one['code']}" for one in found["problems"])


def test_without_a_file_nothing_is_set() -> None:
    assert codes("a", "b") == ["a:warning:RUN196", "b:warning:RUN196"]
    assert status("a") == 0


@pytest.mark.parametrize("place", ["render.yaml", "a/render.yaml"])
@pytest.mark.parametrize("path", ["a", "a/spec.yaml"])
def test_the_nearest_file_above_counts(place: str, path: str) -> None:
    Path("render.yaml").write_text(f"{CONFIG}failOn: warning\n")
    Path(place).write_text(f"{CONFIG}severity: {{RUN196: error}}\n")
    assert codes(path) == ["a:error:RUN196"]
    assert codes(path, "--no-config") == ["a:warning:RUN196"]


def test_each_file_has_its_own() -> None:
    Path("a/render.yaml").write_text(f"{CONFIG}ignore: [RUN]\n")
    assert codes("a", "b") == ["b:warning:RUN196"]
    assert status("b", "a") == 0
    Path("a/render.yaml").write_text(f"{CONFIG}ignore: [RUN]\nfailOn: warning\n")
    assert status("b", "a") == 1  # the strictest one


def test_an_image_is_compared_with_the_specs_of_every_configuration() -> None:
    image = {"architecture": "amd64", "os": "linux", "config": {}, "rootfs": {"type": "layers", "diff_ids": []}}
    Path("image.json").write_text(json.dumps(image))
    Path("a/render.yaml").write_text(f"{CONFIG}ignore: [RUN]\n")
    Path("b/spec.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    assert status("a", "b", "--image-config", "image.json") == 0
    with pytest.raises(click.ClickException, match="requires a spec"):
        status("b", "--image-config", "image.json")


def test_every_configuration_with_an_error_is_reported_once() -> None:
    for name in ("a", "b"):
        Path(f"{name}/render.yaml").write_text(f"{CONFIG}failOn: fatal\n")
        Path(f"{name}/inner").mkdir()
        Path(f"{name}/inner/spec.yaml").write_text(SPEC)
    result = command("validate", "a", "b")
    assert result.return_value == 1
    assert [result.stderr.count(f"{name}/render.yaml:3:") for name in ("a", "b")] == [1, 1]


def test_the_files_of_values_are_reported_once_for_all_configurations() -> None:
    Path("a/render.yaml").write_text(f"{CONFIG}ignore: [RUN]\n")
    Path("own.yaml").write_text("image: 1\nimage: 2\n")
    result = command("validate", "a", "b", "-f", "own.yaml")
    assert result.return_value == 1
    assert result.stderr.count("own.yaml:2:") == 1


def test_options_come_first() -> None:
    Path("render.yaml").write_text(f'{CONFIG}failOn: warning\nkubernetes: "1.1"\n')
    assert status("a", "--kubernetes", "1.36") == 1
    assert status("a", "--kubernetes", "1.36", "--fail-on", "error") == 0
    Path("own.yaml").write_text("ignore: [RUN]\n")
    assert codes("a", "--config", "own.yaml") == []


@pytest.mark.parametrize("text", ["a: 1\n", "apiVersion: v1\nkind: Config\n", "- render/v1alpha1\n- Config\n", ""])
def test_the_file_of_another_program_is_left_alone(text: str) -> None:
    Path("render.yaml").write_text(f"{CONFIG}severity: {{RUN196: error}}\n")
    Path("a/render.yaml").write_text(text)
    assert "a:error:RUN196" in codes("a")


def test_values_are_merged_in_checks_and_not_in_the_template() -> None:
    Path("over.yaml").write_text("numNodes: -1\n")
    Path("render.yaml").write_text(f"{CONFIG}values: [over.yaml]\n")
    assert (status("a"), status("a", "--no-config")) == (1, 0)
    assert command("diff", "a/spec.yaml", "b/spec.yaml").return_value == 1
    assert command("doctor", "a/spec.yaml").return_value == 1
    assert command("template", "a/spec.yaml").return_value == 0
    Path("over.yaml").write_text("env: {A: b}\n")
    assert command("template", "a/spec.yaml").stdout == command("template", "b/spec.yaml").stdout


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ignore: [SEC100]", "`ignore` of `SEC100` covers findings about secrets"),
        ("ignore: [RUN, S]", "`ignore` of `S` covers findings about secrets"),
        ("severity: {SE: info}", "`severity` of `SE` covers findings about secrets"),
        ("select: [RUN]", "`select` leaves out findings about secrets"),
        ("values: [../over.yaml]", "`../over.yaml` is outside the repository"),
        ("crds: [/etc]", "`/etc` is outside the repository"),
        ("policies: [link]", "`link` is outside the repository"),
        ("cluster: ../c.yaml", "`../c.yaml` is outside the repository"),
        ("failOn: never", "`failOn`"),
        ('ignore: [""]', "`ignore[0]`"),
        ("plugins: [a]", "unknown key `plugins`"),
        ("failOn: [", "SYN"),
    ],
)
def test_a_file_of_the_repository_is_not_trusted(line: str, message: str) -> None:
    Path("link").symlink_to("/")
    Path("a/spec.yaml").write_text(f"{SPEC}env: {{HF_TOKEN: hf_{'a1B2' * 9}}}\n")
    Path("render.yaml").write_text(f"{CONFIG}{line}\n")
    done = command("validate", "a")
    assert done.return_value == 1
    assert message in done.stderr
    assert command("doctor", "a/spec.yaml").return_value == 1
    assert command("diff", "a/spec.yaml", "b/spec.yaml").return_value == 1


def test_a_link_to_outside_is_rejected() -> None:
    Path("render.yaml").symlink_to("../render.yaml")
    done = command("validate", "a")
    assert done.return_value == 1
    assert "error SYN041 is a link to outside the repository" in done.stderr


def test_a_repository_with_links_in_a_circle_is_no_traceback() -> None:
    Path("x").symlink_to("y")
    Path("y").symlink_to("x")
    Path("render.yaml").write_text(f"{CONFIG}values: [x]\n")
    assert status("a") == 1


def test_settings_are_shown_with_their_place() -> None:
    Path("render.yaml").write_text(f'{CONFIG}failOn: warning\nkubernetes: "1.36"\n')
    assert command("config", "a/spec.yaml").stdout.splitlines() == [
        "# a/spec.yaml: render.yaml",
        "render.yaml:3  failOn: warning",
        "render.yaml:4  kubernetes: 1.36",
        "default        trainer: 2.3",
    ]
    shown = json.loads(command("config", "a", "-o", "json").stdout)
    assert shown["config"] == "render.yaml"
    assert shown["settings"]["failOn"] == {"value": "warning", "file": "render.yaml", "line": 3}
    assert shown["settings"]["trainer"] == {"value": "2.3", "file": None, "line": None}


def test_a_file_above_is_named_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("render.yaml").write_text(f"{CONFIG}failOn: warning\n")
    monkeypatch.chdir("a")
    assert command("config").stdout.splitlines()[1] == f"..{os.sep}render.yaml:3  failOn: warning"

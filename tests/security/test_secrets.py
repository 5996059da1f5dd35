"""Secrets in specs and manifests: no comment silences their rules, and no output repeats a value."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from render import outputs
from render.cli.validate import command
from render.kube.gvk import GroupVersionKind
from render.manifests import loading
from render.manifests.objects import Object
from render.problem import Problem
from render.rules.codes import known, unknown_codes
from render.rules.config import ALL, Config, is_about_secrets
from render.source import Text, load_documents
from render.validation import filters as suppression
from render.validation.filters import apply_ignores, invalid_ignores

TOKEN = "hf_" + "abcdefghijklmnopqrstuvwxyz12345678"
OUTPUTS = outputs.names()


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def validate(text: str, *arguments: str) -> tuple[int, str]:
    Path("a.yaml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(command, ["a.yaml", *arguments], standalone_mode=False, catch_exceptions=False)
    return result.return_value, result.output


def spec(comment: str = "", value: str = TOKEN) -> str:
    return f"kind: TrainingJob\nimage: registry.example/train:1\nenv:\n  HF_TOKEN: {value}  {comment}\n"


def manifest(comment: str) -> str:
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  HF_TOKEN: {TOKEN}  {comment}\n"


def codes(output: str) -> list[str]:
    return [line.split()[2] for line in output.splitlines() if line.startswith("a.yaml:")]


@pytest.mark.parametrize(
    "selector", ["SEC102", "SEC10", "SEC", "SE", "S", "RUN101, SEC", "SEC102]  # render: ignore[SEC"]
)
@pytest.mark.parametrize("text", [spec, manifest])
def test_no_comment_ignores_a_secret(text: Callable[[str], str], selector: str) -> None:
    status, output = validate(text(f"# render: ignore[{selector}]"), "--output", "concise")
    assert status == 1
    assert sorted(codes(output)) == ["SEC100", "SEC102"]
    assert "--ignore SEC" in output


def test_a_comment_without_codes_ignores_nothing() -> None:
    status, output = validate(spec("# render: ignore"), "--output", "concise")
    assert (status, sorted(codes(output))) == (1, ["SEC102", "SYN022"])


def test_every_code_of_the_area_is_about_secrets() -> None:
    protected = {code for code in known() if is_about_secrets(code)}
    assert {"SEC100", "SEC101", "SEC102", "SEC103"} <= protected
    for code in protected:
        problem = Problem(code, "a", "error", "b", file="a.yaml", line=1)  # type: ignore[arg-type]
        assert apply_ignores([problem], {"a.yaml": f"a: b  # render: ignore[{code}]"}, ALL) == [problem]


def test_who_runs_the_command_can_ignore_them() -> None:
    assert validate(spec(), "--ignore", "SEC")[0] == 0
    Path("config.yaml").write_text("ignore: [SEC102]", encoding="utf-8")
    assert validate(spec(), "--config", "config.yaml")[0] == 0


@pytest.mark.parametrize("format_", OUTPUTS)
def test_no_output_repeats_a_secret(format_: str) -> None:
    env = f"env: {{HF_TOKEN: {TOKEN}, DB_PASSWORD: hunter2-hunter2}}  # render: ignore[NO]\n"
    _, output = validate(
        f"image: registry.example/train:1\n{env}args: [--password, hunter2-hunter2, --seed=$(NO)]\n",
        "--output",
        format_,
    )
    assert "hunter2" not in output
    assert TOKEN[4:] not in output


def test_a_line_without_a_credential_is_shown() -> None:
    _, output = validate("kind: TrainingJob\nimage: registry.example/train:1\npod: {hostIPC: true}\n")
    assert codes(output) == ["SEC108"]
    assert "    pod: {hostIPC: true}\n" in output


def test_comments_cost_what_their_text_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is read once, no line walks its tree, and the code that was meant is looked for a few times."""
    reads = Mock(wraps=load_documents)
    searches = Mock(wraps=unknown_codes)
    monkeypatch.setattr(loading, "load_documents", reads)
    monkeypatch.setattr(suppression, "unknown_codes", searches)
    rows = "".join(f"  k{number}: v  # render: ignore[XYZ{number}]\n" for number in range(4000))
    found = list(invalid_ignores(Text("a.yaml", f"data:\n{rows}")))
    assert len(found) == suppression.MAX_INVALID_SELECTORS + 1
    assert "3980 more" in found[-1].message
    assert (reads.call_count, searches.call_count) == (1, suppression.MAX_INVALID_SELECTORS)


def test_a_text_is_parsed_once_for_its_comments_and_its_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = Mock(wraps=load_documents)
    for module in (loading, suppression):
        monkeypatch.setattr(module, "load_documents", reads, raising=False)
    text = Text("once.yaml", "once: b  # render: ignore[KUB]\n")
    [(document, _)] = load_documents(text)
    item = Object(document, "", GroupVersionKind.of("v1", "Pod"), {})
    assert list(invalid_ignores(text)) == []
    assert suppression.apply_ignores([], {text.file: text.content}, Config()) == []
    assert loading.reload_positions(item.detached) == item
    assert reads.call_count == 1


def test_many_codes_in_one_comment() -> None:
    names = ",".join(f"XYZ{number}" for number in range(20_000))
    assert (
        len(list(invalid_ignores(Text("a.yaml", f"a: b  # render: ignore[{names}]"))))
        == suppression.MAX_INVALID_SELECTORS + 1
    )

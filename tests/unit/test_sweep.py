"""`render sweep` as people run it: what it makes, how the results are named, and what it refuses."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from render.cli.sweep import command
from render.cli.validate import command as validate
from render.sweep.combinations import name_suffixes

SPEC = """\
kind: TrainingJob
name: sft
image: registry.example/train:1
command: [torchrun, train.py] # what each node starts
args: ["--lr={{ lr }}"]
numNodes: "{{ nodes }}"
resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
"""
GRID = "template: spec.yaml\nparameters:\n  lr: [0.1, 1e-5]\n  nodes: [1, 2]\n"
TINY = "template: {{name: a, image: b:1, command: [sleep], args: [{}]}}\nparameters: {{x: [1, 2]}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spec.yaml").write_text(SPEC)
    return tmp_path


def sweep(text: str, *arguments: str) -> Result:
    Path("sweep.yaml").write_text(text, encoding="utf-8")
    return CliRunner().invoke(command, ["sweep.yaml", *arguments], standalone_mode=False, catch_exceptions=False)


def test_a_grid_is_every_combination() -> None:
    done = sweep(GRID)
    assert (done.return_value, done.stderr) == (0, "")
    made = list(yaml.safe_load_all(done.stdout))
    assert [(one["name"], one["args"], one["numNodes"]) for one in made] == [
        ("sft-lr-0-1-nodes-1", ["--lr=0.1"], 1),
        ("sft-lr-0-1-nodes-2", ["--lr=0.1"], 2),
        ("sft-lr-1e-05-nodes-1", ["--lr=1e-05"], 1),
        ("sft-lr-1e-05-nodes-2", ["--lr=1e-05"], 2),
    ]
    assert {tuple(one) for one in made} == {tuple(yaml.safe_load(SPEC))}
    assert "# Made by `render sweep` from spec.yaml with lr=0.1, nodes=2\n" in done.stdout


def test_a_list_is_taken_as_it_is() -> None:
    done = sweep("template: spec.yaml\nparameters: [{lr: 0.1, nodes: 2}, {lr: 0.2, nodes: 4}]\n")
    assert [one["numNodes"] for one in yaml.safe_load_all(done.stdout)] == [2, 4]


def test_files_are_specs_that_validate() -> None:
    assert sweep(GRID, "--output-dir", "out").stderr == "4 specs: 4 written, 0 unchanged\n"
    assert sweep(GRID, "--output-dir", "out").stderr == "4 specs: 0 written, 4 unchanged\n"
    assert min(file.name for file in Path("out").iterdir()) == "sft-lr-0-1-nodes-1.yaml"
    done = CliRunner().invoke(validate, ["out"], standalone_mode=False)
    assert (done.return_value, done.stderr) == (0, "4 files, 14 objects: no problems\n")


def test_the_template_may_stand_in_the_file_and_the_file_be_standard_input() -> None:
    done = CliRunner().invoke(command, ["-"], input=TINY.format("'{{ x }}-'"))
    assert [one["args"] for one in yaml.safe_load_all(done.stdout)] == [["1-"], ["2-"]]


def test_a_name_with_an_expression_is_the_users_own() -> None:
    Path("spec.yaml").write_text(
        SPEC.replace("name: sft", "name: \"n{{ nodes }}-{{ lr | string | replace('.', '-') }}\"")
    )
    names = [one["name"] for one in yaml.safe_load_all(sweep(GRID).stdout)]
    assert names == ["n1-0-1", "n2-0-1", "n1-1e-05", "n2-1e-05"]


def test_two_results_of_one_name_are_refused() -> None:
    Path("spec.yaml").write_text(SPEC.replace("name: sft", 'name: "n{{ nodes }}"'))
    done = sweep(GRID, "--output-dir", "out")
    assert done.return_value == 1
    assert "`n1` is the name for lr=0.1, nodes=1 too (with lr=1e-05, nodes=1)" in done.stderr
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("combinations", "names"),
    [
        ([{"lr": 0.1}, {"lr": "0-1"}, {"lr": "0.1-2"}], ["lr-0-1", "lr-0-1-2", "lr-0-1-2-2"]),
        ([{"model": "meta/Llama-3.1"}], ["model-meta-llama-3-1"]),
        ([{"x": True}, {"x": 1}, {"x": None}, {"x": -1}], ["x-true", "x-1", "x-null", "x-1-2"]),
        ([{"x": [1]}, {"x": {"a": 1}}, {"x": ""}, {"x": "ü"}], ["x", "x-2", "x-3", "x-4"]),
        ([{"p": "1", "q": "1-q-1"}, {"p": "1-q-1", "q": "1"}], ["p-1-q-1-q-1", "p-1-q-1-q-1-2"]),
        ([{"_": []}, {"_": {}}], ["", "-2"]),
        ([{"LR_max": 1}], ["lr-max-1"]),
    ],
)
def test_names(combinations: list[dict[str, object]], names: list[str]) -> None:
    assert name_suffixes(combinations) == names


def test_a_mistake_stands_in_the_template_and_names_the_parameters() -> None:
    done = sweep(GRID.replace("[1, 2]", "[1, 0]"), "--output-dir", "out")
    assert done.return_value == 1
    assert done.stderr.splitlines() == [
        "spec.yaml:6:11: error SCH015 `numNodes` must be at least 1, got 0 (with lr=0.1, nodes=0 and 1 more)",
        '    numNodes: "{{ nodes }}"',
        "              ^^^^^^^^^^^^^",
        "4 combinations: nothing is written",
    ]
    assert not Path("out").exists()


def test_what_all_have_is_reported_once_and_a_comment_silences_it() -> None:
    Path("spec.yaml").write_text(SPEC.replace("train:1", "train"))
    done = sweep(GRID)
    assert done.return_value == 0
    assert done.stderr.startswith("spec.yaml:3:8: warning RUN127 ")
    assert done.stderr.count("RUN127") == 1
    Path("spec.yaml").write_text(SPEC.replace("train:1", "train # render: ignore[RUN127]"))
    assert sweep(GRID).stderr == ""


def test_a_name_that_gets_too_long_is_refused() -> None:
    done = sweep(GRID.replace("[0.1, 1e-5]", f"[{'a' * 60}]"))
    assert done.return_value == 1
    assert "spec.yaml:2:7: error SCH003 `sft-lr-aaaa" in done.stderr


def test_a_number_where_text_is_wanted_has_a_way_out() -> None:
    done = sweep(TINY.format("'{{ x }}'"))
    assert "`args[0]` takes a string, not the number `1`" in done.stderr
    assert 'hint: quote it: `"{{ x | string }}"`' in done.stderr
    assert sweep(TINY.format("'{{ x | string }}'")).exit_code == 0


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("'{{ x + 1 }} of {{ 2 ** x }}'", "2 of 2"),
        ("'{% if x > 1 %}many{% else %}one{% endif %}'", "one"),
        ('\'{{ "a" if x == 1 else "b" }}\'', "a"),
        ("'{{ [x, 3] | join(\":\") }}'", "1:3"),
        ('\'{{ {"a": "b"}.a ~ x }}\'', "b1"),
        ("'{{ (x / 3) | round(2) | string }}'", "0.33"),
        ("'{{ y | default(\"none\") }}{{ x }}'", "none1"),
        ("'{{ \"{{\" }}'", "{{"),
        ("'{{ x }} ${#list[@]} {#'", "1 ${#list[@]} {#"),
        ('"{{ x }}\\n"', "1\n"),
        ("'{{- x -}} '", "1"),
        ("'$(PET_NODE_RANK) {a,b} %s'", "$(PET_NODE_RANK) {a,b} %s"),
    ],
)
def test_expressions(argument: str, value: str) -> None:
    done = sweep(TINY.format(argument))
    assert next(yaml.safe_load_all(done.stdout))["args"] == [value], done.stderr


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("'{{ xx }}'", "error SYN027 `{{ xx }}`: 'xx' is undefined"),
        ("'{{ x'", "SYN026 unexpected end of template, expected 'end of print statement'"),
        ("'{{ x | random | string }}'", "SYN026 no filter named 'random'"),
        ("'{{ \"a\" * 10**9 }}'", 'SYN027 `{{ "a" * 10**9 }}`: it has more than 10000 characters or items'),
        ("'{{ \"%999999999d\" % x }}'", "`%` is for numbers"),
        ("'{{ range(10**9) }}'", "SYN026 `call` is not for specs: they take expressions, filters and `if`"),
        ("'{{ lipsum(n=10**9) }}'", "`call` is not for specs"),
        ("'{% for a in \"aa\" %}{% endfor %}'", "SYN026 `for` is not for specs"),
        ("'{% set a = 1 %}'", "SYN026 `assign` is not for specs"),
        ("'{{ 9 ** 99999 }}'", "it has more than 10000 characters or items"),
        ("'{{ 9 ** 99 }}'", "it is a number of more than 63 bits"),
        ("'{{ 1.5 | round(999999999) }}'", "it has more than 10000 characters or items"),
        ("'{{ [[[[x] * 99] * 99] * 99] * 99 | string }}'", "it has more than 10000 characters or items"),
        ('\'{{ ("a" * 9999) | replace("", "b" * 9999) }}\'', "it has more than 10000 characters or items"),
        ("'{{ x.__class__ }}'", "access to attribute '__class__' of 'int' object is unsafe"),
        ("'a{{ \"\".join }}'", "it is builtin_function_or_method, which no spec can hold"),
        ("'{{ 1 / 0 }}'", "division by zero"),
        ("'{{ 1e308 * 10 }}'", "it is inf, which no spec can hold"),
        ("'{{ \"\\ud800\" }}'", "surrogates not allowed"),
        ("{{ x }}", 'hint: quote the expression: `"{{ … }}"`'),
        (f"'{{{{ x{'+x' * 4000} }}}}'", "SYN026 it is nested too deep"),
        (f"'{{{{ {'(' * 4000}x{')' * 4000} }}}}'", "SYN026 it is nested too deep"),
        (f"'{{{{ x }}}}{'a' * 10_000}'", "a text with expressions has 10000 characters at most, and this one 10007"),
    ],
)
def test_what_an_expression_can_not_be(argument: str, message: str) -> None:
    done = sweep(TINY.format(argument))
    assert (done.return_value, done.stdout) == (1, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "sweep.yaml: warning SYN004 is empty"),
        ("a: 1", "sweep.yaml:1:1: error SCH010 unknown key `a`"),
        ("template: spec.yaml", "SCH011 `parameters` is missing"),
        ("template: spec.yaml\nparameters: {lr: 3}", "SCH012 `parameters.lr` takes a list, not the number `3`"),
        ("template: spec.yaml\nparameters: {lr: []}", "SCH016 `parameters.lr` must have at least 1 item, got 0"),
        ("template: spec.yaml\nparameters: {a-b: [1]}", "2:14: error SCH014 `a-b` can't be a key in `parameters`"),
        ("template: spec.yaml\nparameters: {lr: [1, 1.0]}", "2:22: error SYN029 `1` is a duplicate"),
        ("template: spec.yaml\nparameters: [{lr: 1}, {lr: 1}]", 'SYN029 `{"lr": 1}` is a duplicate'),
        ("template: none.yaml\nparameters: {lr: [1]}", "none.yaml: error SYN001 can't be read"),
        ("template: {image: a}\nparameters: {lr: [1]}", "1:11: error SYN031 the template has no `name`"),
        ("template: {name: , image: a}\nparameters: {lr: [1]}", "1:11: error SYN031 the template has no `name`"),
        ("template: spec.yaml\nparameters: {lr: [1], nodes: [1], seed: [1]}", "2:35: warning SYN028 nothing in the"),
        (
            "template: spec.yaml\nparameters: {lr: [1], nodes: [1], seed: [1, 2]}",
            "2:35: warning SYN028 nothing in the template names `seed`: its 2 values make identical runs",
        ),
        (
            f"template: spec.yaml\nparameters: {{lr: {list(range(101))}, nodes: {list(range(100))}}}",
            "SYN030 10100 combinations are more than 10000",
        ),
        (f"template: spec.yaml\nparameters: {{lr: [{'a' * 10_001}]}}", "SYN030 a value of `lr`: it has more than"),
        ("template: spec.yaml\nparameters: [{lr: 1, nodes: 1}, {lr: 2}]", "'nodes' is undefined (with lr=2)"),
    ],
)
def test_what_a_sweep_can_not_be(text: str, message: str) -> None:
    done = sweep(text)
    assert message in done.stderr
    assert done.return_value == (0 if "SYN028" in message else 1)


def test_a_result_never_takes_the_place_of_its_template() -> None:
    Path("a-x-1.yaml").write_text("name: a\nimage: b:1\ncommand: [sleep]\nargs: ['{{ x }}!']\n")
    done = sweep("template: a-x-1.yaml\nparameters: {x: [1]}", "--output-dir", ".")
    assert done.return_value == 1
    assert "which is a spec itself" in done.stderr


def test_it_is_a_process_that_ends_well() -> None:
    Path("sweep.yaml").write_text(GRID)
    environment = {"PYTHONPATH": str(Path(__file__).parents[2]), "PATH": ""}
    asked = [sys.executable, "-m", "render", "sweep", "sweep.yaml"]
    done = subprocess.run(asked, capture_output=True, env=environment, check=True)
    assert done.stdout.count(b"---\n") == 4

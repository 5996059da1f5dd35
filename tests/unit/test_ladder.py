"""`render ladder`: four runs of one spec, none of which touches what another one writes."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import ClickException
from click.testing import CliRunner, Result

from render.cli.ladder import command
from render.cli.template import command as template
from render.cli.validate import command as validate
from render.local.ladder import build_ladder, ladder_notes

FOLDERS = sorted((Path(__file__).parents[2] / "examples").glob("*/spec.yaml"))
# A tier has no comments, and so not the one for which a warning of the smoke test's is left out.
EXAMPLES = [path for path in FOLDERS if path.parent.name != "nccl-smoke-test"]
SPEC = "kind: TrainingJob\nname: a\nimage: b:1\ncommand: [sleep]\n"


def climb(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False)


def commands(done: Result) -> list[str]:
    return [line.split("  render ")[1] for line in done.stdout.splitlines()[1:]]


def tier(values: dict[str, Any], name: str) -> dict[str, Any]:
    return next(dict(found.over) for found in build_ladder(values, "a") if found.name == name)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.parent.name)
def test_each_tier_of_an_example_validates_and_is_a_run_of_its_own(example: Path, tmp_path: Path) -> None:
    done = climb(str(example), "--output-dir", str(tmp_path))
    assert done.return_value == 0, done.stderr
    found = CliRunner().invoke(validate, [str(tmp_path)], standalone_mode=False)
    assert (found.return_value, found.stdout) == (0, "")
    made = {str(object_) for file in tmp_path.iterdir() for object_ in objects(file)}
    assert len(list(tmp_path.iterdir())) == 4
    assert len(made) == sum(len(objects(file)) for file in tmp_path.iterdir())


def test_a_tier_that_the_chart_refuses_is_reported(tmp_path: Path) -> None:
    text = (EXAMPLES[0].parents[1] / "deepspeed" / "spec.yaml").read_text(encoding="utf-8")
    spec = tmp_path / "spec.yaml"
    spec.write_text(text.replace("--force_multi, ", ""), encoding="utf-8")
    done = climb(str(spec), "--output-dir", str(tmp_path / "tiers"))
    assert (done.return_value, (tmp_path / "tiers").exists()) == (1, False)
    assert "with one node `deepspeed` would train in the launcher's own pod" in done.stderr


def objects(spec: Path) -> list[tuple[str, str]]:
    printed = CliRunner().invoke(template, [str(spec)]).stdout
    return [(item["kind"], item["metadata"]["name"]) for item in yaml.safe_load_all(printed)]


def test_the_plan_says_how_to_start_each(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC + "numNodes: 8\nresourcesPerNode: {limits: {nvidia.com/gpu: 4}}\nlocal: {numProcPerNode: 2}\n")
    done = climb(str(spec), "-n", "team")
    assert done.stderr == ""
    rows = [line.split()[:3] for line in done.stdout.splitlines()]
    assert rows == [
        ["TIER", "NODES", "GPUS"],
        ["local", "1", "-"],
        ["one-node", "1", "4"],
        ["small", "2", "8"],
        ["full", "8", "32"],
    ]
    assert commands(done) == [
        f"run {spec} -n team --nodes 1",
        f"template {spec} --set name=a-one-node --set numNodes=1 -n team | kubectl apply -f -",
        f"template {spec} --set name=a-small --set numNodes=2 -n team | kubectl apply -f -",
        f"template {spec} -n team | kubectl apply -f -",
    ]


@pytest.mark.parametrize("more", ["", "storage: {checkpoints: {mode: existing, claimName: c}}\n"])
def test_the_commands_of_the_plan_render_what_the_files_do(more: str, tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC + "elastic: {minNodes: 2, maxNodes: 4}\n" + more)
    for line in commands(climb(str(spec), "--set", "args={a b,c}"))[1:]:
        words = shlex.split(line.split(" | ")[0])
        name = words[words.index("--set", 4) + 1].removeprefix("name=") if len(words) > 4 else "a"
        climb(str(spec), "--set", "args={a b,c}", "--output-dir", str(tmp_path / "out"))
        written = CliRunner().invoke(template, [str(tmp_path / "out" / f"{name}.yaml")])
        assert CliRunner().invoke(template, words[1:]).stdout == written.stdout != ""


def test_no_tier_is_larger_than_the_spec() -> None:
    assert [found.nodes for found in build_ladder({"numNodes": 1}, "a")] == [1, 1, 1, 1]
    assert [found.nodes for found in build_ladder({"numNodes": 2}, "a")] == [1, 1, 2, 2]
    assert [found.nodes for found in build_ladder({"numNodes": 9.0, "local": {"numNodes": 3}}, "a")] == [3, 1, 2, 9]


def test_an_elastic_run_stays_elastic() -> None:
    values = {"numNodes": 1, "elastic": {"minNodes": 4, "maxNodes": 8}}
    assert tier(values, "small")["elastic"] == {"minNodes": 2, "maxNodes": 2}
    assert [found.nodes for found in build_ladder(values, "a")] == [1, 1, 2, 8]


def test_one_node_has_no_fabric(tmp_path: Path) -> None:
    values = {"numNodes": 8, "network": {"fabric": "efa"}, "local": {"numNodes": 2}}
    fabrics = {found.name: (found.over.get("network") or {}).get("fabric") for found in build_ladder(values, "a")}
    assert fabrics == {"local": "none", "one-node": "none", "small": None, "full": None}
    of_a_machine = {**values, "network": {"fabric": "efa", "machineType": "p5.48xlarge"}}
    assert tier(of_a_machine, "one-node")["network"] == {"fabric": "none", "machineType": None}
    assert all("network" not in found.over for found in build_ladder({**values, "network": {"fabric": "none"}}, "a"))
    spec = tmp_path / "spec.yaml"
    spec.write_text(
        SPEC + "numNodes: 4\nresourcesPerNode: {limits: {nvidia.com/gpu: 8}}\nnetwork: {fabric: infiniband}\n"
    )
    assert "`network.fabric: infiniband` begins where two nodes of the cluster meet" in climb(str(spec)).stderr


@pytest.mark.parametrize(
    ("claim", "own"),
    [
        ({"mode": "none"}, None),
        ({"mode": "create"}, None),
        ({"mode": "create", "claimName": "c"}, {"claimName": "c-small"}),
        ({"mode": "existing", "claimName": "c"}, {"mode": "create", "claimName": "c-small"}),
    ],
)
def test_checkpoints_are_a_tiers_own(claim: dict[str, Any], own: dict[str, Any] | None) -> None:
    over = tier({"storage": {"checkpoints": claim}}, "small")
    assert over.get("storage") == (own and {"checkpoints": own})


def test_what_is_only_read_is_shared() -> None:
    existing = {"initializers": {"storage": {"mode": "existing", "claimName": "c"}}}
    created = {"initializers": {"storage": {"mode": "create", "claimName": "c"}}}
    assert "initializers" not in tier(existing, "small")
    assert tier(created, "small")["initializers"] == {"storage": {"claimName": "c-small"}}


def test_object_storage_has_a_folder_a_tier() -> None:
    assert tier({"ray": {"storagePath": "s3://b/run/"}}, "one-node")["ray"] == {"storagePath": "s3://b/run-one-node"}


def test_the_full_tier_is_the_spec() -> None:
    assert tier({"name": "a"}, "full") == {}
    assert tier({}, "full") == {"name": "a"}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("numNodes: two\n", "5:11: error SCH012 `numNodes` takes a whole number, not the string `two`"),
        ("args: [--nnodes=4]\nnumNodes: 4\nlauncher: torchrun\n", "(`local` and 1 more)"),
    ],
)
def test_a_mistake_is_reported_and_nothing_written(more: str, message: str, tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC.replace("[sleep]", "[torchrun]") + more)
    done = climb(str(spec), "--output-dir", str(tmp_path / "out"))
    assert (done.return_value, done.stdout) == (1, "")
    assert message in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_name_without_room_for_the_tier_is_refused(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC.replace("name: a", f"name: {'a' * 46}"))
    done = climb(str(spec))
    assert done.return_value == 1
    assert "spec.yaml:2:7: error SC" in done.stderr


def test_it_takes_one_spec(tmp_path: Path) -> None:
    done = climb(str(tmp_path))
    assert isinstance(done.exception, ClickException)
    assert done.exception.message == f"`{tmp_path}` contains 0 specs; `render ladder` takes one"


SHARED = {"name": "d", "mountPath": "/data", "persistentVolumeClaim": {"claimName": "corpus"}}


@pytest.mark.parametrize(
    ("values", "over"),
    [
        (
            {"args": ["--output_dir=/data/o", "--data=/data/i"]},
            {"args": ["--output_dir=/data/o-small", "--data=/data/i"]},
        ),
        ({"args": ["--save-dir", "/data/out/"]}, {"args": ["--save-dir", "/data/out-small"]}),
        ({"args": ["--output_dir=/data"]}, {"args": ["--output_dir=/data/small"]}),
        ({"args": ["trainer.default_root_dir=/data/a"]}, {"args": ["trainer.default_root_dir=/data/a-small"]}),
        (
            {"command": ["sh", "-c", "torchrun t.py --output_dir /data/a --lr 1"]},
            {"command": ["sh", "-c", "torchrun t.py --output_dir /data/a-small --lr 1"]},
        ),
        ({"env": {"OUTPUT_DIR": "/data/a", "DATA_DIR": "/data/b"}}, {"env": {"OUTPUT_DIR": "/data/a-small"}}),
        ({"args": ["--output_dir=/elsewhere"]}, {}),
    ],
)
def test_output_folders_on_shared_volumes_are_a_tier_s_own(values: dict[str, Any], over: dict[str, Any]) -> None:
    found = tier({"numNodes": 4, "storage": {"volumes": [SHARED]}, **values}, "small")
    assert {key: found[key] for key in found if key not in ("name", "numNodes")} == over


def test_volumes_that_are_only_read_leave_the_words_alone() -> None:
    values = {"args": ["--output_dir=/data/out"], "storage": {"volumes": [{**SHARED, "readOnly": True}]}}
    assert "args" not in tier(values, "small")
    assert not [note for note in ladder_notes(values) if "/data" in note]


def test_a_shared_volume_without_a_known_output_folder_is_reported() -> None:
    values = {"args": ["--data=/data/in"], "storage": {"volumes": [SHARED]}}
    assert any("all sizes can write to `/data`" in note for note in ladder_notes(values))


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("output_dir: /data/out\nmodel: /data/llama\n", "output_dir: /data/out-small\nmodel: /data/llama\n"),
        ('{"logging_dir": "/data/logs", "a": 1}', '{"logging_dir": "/data/logs-small", "a": 1}'),
        ("output_dir = '/tmp/out'", None),
    ],
)
def test_configuration_in_files_has_output_folders_of_its_own(text: str, small: str | None, tmp_path: Path) -> None:
    volume = {"name": "data", "mountPath": "/data", "persistentVolumeClaim": {"claimName": "data"}}
    values: dict[str, Any] = {"files": {"/etc/a": text}, "storage": {"volumes": [volume]}, "numNodes": 4}
    assert tier(values, "small").get("files") == ({"/etc/a": small} if small else None)
    spec = tmp_path / "spec.yaml"
    spec.write_text(f"{SPEC}{yaml.safe_dump(values)}", encoding="utf-8")
    assert ("its output folders are in its file" in climb(str(spec)).stdout) == (small is not None)


def test_tensorboard_writes_to_a_folder_of_its_own() -> None:
    volume = {"name": "data", "mountPath": "/data", "persistentVolumeClaim": {"claimName": "data"}}
    values = {"env": {"TENSORBOARD_DIR": "/data/tb"}, "storage": {"volumes": [volume]}, "numNodes": 4}
    assert tier(values, "small")["env"] == {"TENSORBOARD_DIR": "/data/tb-small"}

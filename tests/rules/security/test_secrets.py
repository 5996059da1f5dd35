"""What is taken for a credential, and what looks like one. None of these was ever valid."""

import string
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.problem import Rule
from render.rules.security._credential_names import is_literal_credential
from render.rules.security._secrets import secret
from render.validation.result import Result
from tests.rules.findings import found
from tests.rules.sets import Data, codes, of, pod

FILE = "spec.yaml"
KEPT = Rule("RUN999", "another")
HIDDEN = Rule("SEC999", "credential").problem("x", file=FILE, span=(2, 3, 2, 9))
LETTERS = string.ascii_letters + string.digits

SECRETS = {
    "HF_TOKEN": "hf_" + LETTERS[:34],
    "A": "AKIA" + "ABCDEFGHIJ234567",
    "B": "ghp_" + LETTERS[:36],
    "C": "glpat-" + LETTERS[:20],
    "D": "sk-proj-" + LETTERS[20:62],
    "E": "nvapi-" + LETTERS[:60],
    "F": "-----BEGIN OPENSSH PRIVATE KEY-----\nabc",
    "G": "postgres://trainer:s3cret@db/runs",
    "I": "redis://:s3cret@db/0",
    "H": "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK",
    "WANDB_API_KEY": "0123456789abcdef0123456789abcdef01234567",
    "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE1",
    "db-password": "tr0ub4dor&3-x9Kq",
}


@pytest.mark.parametrize("name", SECRETS)
def test_secret(name: str) -> None:
    assert secret(name, SECRETS[name])


HARMLESS = {
    "HF_TOKEN": "$(TOKEN)",
    "HF_TOKEN_PATH": "/var/run/secrets/token-2f8a91",
    "TOKEN": "/var/run/secrets/huggingface-2f8a91/token",
    "PAD_TOKEN": "<|endoftext|>",
    "API_KEY": "changeme",
    "MASTER_ADDR": "run-node-0-0.run",
    "MODEL": "hf://meta-llama/Llama-3.2-1B-Instruct",
    "PATH": "/usr/local/nvidia/bin:/usr/bin",
    "DIGEST": "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "URL": "https://host:8080/path@v2",
    "URL_OF_A_REFERENCE": "postgres://trainer:$(DB_PASSWORD)@db/runs",
    "TASK": "task-classification-of-very-long-documents-v2",
    "PASSWORD": "",
}


@pytest.mark.parametrize("name", HARMLESS)
def test_no_secret(name: str) -> None:
    assert secret(name, HARMLESS[name]) is None


COMMANDS = [
    f'["python", "train.py", "--hf_token={SECRETS["HF_TOKEN"]}"]',
    f'["python", "train.py", "--wandb-api-key", "{SECRETS["WANDB_API_KEY"]}"]',
    f'["bash", "-c", "export WANDB_API_KEY={SECRETS["WANDB_API_KEY"]}; torchrun train.py"]',
    f'["bash", "-c", "WANDB_API_KEY=\'{SECRETS["WANDB_API_KEY"]}\' torchrun train.py"]',
    f'["bash", "-c", "wandb login {SECRETS["WANDB_API_KEY"]} && torchrun train.py"]',
    f'["bash", "-c", "wandb login --relogin {SECRETS["WANDB_API_KEY"]} && torchrun train.py"]',
    f'["bash", "-c", "aws configure set aws_secret_access_key {SECRETS["AWS_SECRET_ACCESS_KEY"]}; torchrun train.py"]',
    '["bash", "-c", "curl -H \'Authorization: Bearer abcdef0123456789abcdef01\' http://a; torchrun train.py"]',
    '["bash", "-c", "git clone https://abcdef0123456789abcdef01@git.example/a; torchrun train.py"]',
]


@pytest.mark.parametrize("command", COMMANDS)
def test_command_line(command: str) -> None:
    problems = [
        problem for problem in found(f"image: registry.example/train:1\ncommand: {command}") if problem.code == "SEC101"
    ]
    assert len(problems) == 1
    assert problems[0].line == 2


@pytest.mark.parametrize(
    "script",
    ["wandb login", "wandb login $KEY", "curl -H 'Authorization: Bearer $TOKEN' http://a", "wandb login --cloud"],
)
def test_no_command_line(script: str) -> None:
    text = f'image: registry.example/train:1\ncommand: ["bash", "-c", "{script}; torchrun train.py"]'
    assert not [problem for problem in found(text) if problem.code.startswith("SEC")]


FILES = {
    "a.ini": "[default]\naws_secret_access_key = abc/def",
    "a.env": "A=b\nexport HUB_TOKEN=abc123",
    "a.yaml": "wandb:\n  api_key: abc123",
    "a.json": '{"a": 1,\n "password": "hunter2"}',
    "a.py": 'import os\ntoken = "hg0123456789abcdefXY"',
    ".netrc": "machine api.wandb.ai\n  login user\n  password hunter2",
    ".npmrc": "\n//registry.example/:_authToken=abc123",
    "config.json": '{"auths": {"registry.example":\n {"auth": "dXNlcjpodW50ZXIyMDI0"}}}',
    "kubeconfig": "users:\n- user: {client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJ0123}",
}
NO_FILES = {
    "a.ini": "[default]\naws_secret_access_key = ${KEY}\npassword =",
    "a.yaml": "tokenizer: a\npad_token: <pad>\nhub_token: null\napi_key: ${oc.env:KEY}\nuse_auth_token: true",
    "a.json": '{"eos_token": "</s>",\n "secretName": "hub", "key": "text"}',
    "a.py": 'token = tokenizer.next_token_2\ntoken = "the"\npassword = os.environ["A"]\nkey = "a1b2c3"',
    "a.sh": 'TOKEN=$(cat /token)\npython a.py --password "$PASSWORD"',
}


@pytest.mark.parametrize("name", FILES)
def test_line_of_a_file(name: str) -> None:
    text = "image: registry.example/train:1\n" + yaml.safe_dump({"files": {f"/a/{name}": FILES[name]}})
    problems = [problem for problem in found(text) if problem.code == "SEC103"]
    assert [problem.severity for problem in problems] == ["warning"]


@pytest.mark.parametrize("name", NO_FILES)
def test_no_line_of_a_file(name: str) -> None:
    text = "image: registry.example/train:1\n" + yaml.safe_dump({"files": {f"/a/{name}": NO_FILES[name]}})
    assert not [problem for problem in found(text) if problem.code.startswith("SEC")]


def test_the_line_of_a_script_is_reported() -> None:
    script = f"    set -e\n    wandb login {SECRETS['WANDB_API_KEY']}\n    torchrun a.py\n"
    text = f"image: registry.example/train:1\ncommand:\n- bash\n- -c\n- |\n{script}"
    assert [problem.line for problem in found(text) if problem.code == "SEC101"] == [7]


def test_an_initializer_is_reported_at_its_line() -> None:
    token = SECRETS["HF_TOKEN"]
    text = f"image: a:1\ninitializers:\n  model:\n    storageUri: hf://a/b\n    env: {{HF_TOKEN: {token}}}\n"
    assert [problem.line for problem in found(text) if problem.code == "SEC101"] == [5]


TOKEN = SECRETS["HF_TOKEN"]
VARIABLE = {"env": [{"name": "HF_TOKEN", "value": TOKEN}]}
PATCH = {"spec": {"replicatedJobs": [{"name": "node", "template": {"spec": {"template": pod(container=VARIABLE)}}}]}}
HEAD = {"rayStartParams": {}, "template": pod()}


def trainjob(**spec: Any) -> Data:
    return of("trainer.kubeflow.org/v1alpha1", "TrainJob", "a", spec={"runtimeRef": {"name": "torch"}, **spec})


def rayjob(**spec: Any) -> Data:
    found = {"entrypoint": "python t.py", "rayClusterSpec": {"headGroupSpec": HEAD}, **spec}
    return of("ray.io/v1", "RayJob", "a", spec=found)


def cluster(**spec: Any) -> Data:
    return of("ray.io/v1", "RayCluster", "a", spec={"headGroupSpec": HEAD, **spec})


ELSEWHERE = {
    "a TrainJob's trainer": (trainjob(trainer=VARIABLE), True),
    "a TrainJob's initializer": (trainjob(initializer={"model": VARIABLE}), True),
    "a TrainJob's patch": (trainjob(runtimePatches=[{"trainingRuntimeSpec": {"template": PATCH}}]), True),
    "a TrainJob without one": (trainjob(trainer={"env": [{"name": "HF_HOME", "value": "/cache"}]}), False),
    "what a RayJob submits": (rayjob(entrypoint=f"HF_TOKEN={TOKEN} python t.py"), True),
    "an option of what it submits": (rayjob(entrypoint=f"bash -c 'exec python t.py --token {TOKEN}'"), True),
    "Ray's environment": (rayjob(runtimeEnvYAML=f"env_vars:\n  HF_TOKEN: {TOKEN}\n"), True),
    "Ray's environment without one": (rayjob(runtimeEnvYAML="env_vars: {HF_HOME: /cache}\npip: [torch]\n"), False),
    "an environment that can't be read": (rayjob(runtimeEnvYAML="env_vars: [\n"), False),
    "Ray's options": (cluster(headGroupSpec={**HEAD, "rayStartParams": {"redis-password": "tr0ub4dor-3x9Kq"}}), True),
    "a reference": (cluster(headGroupSpec={**HEAD, "rayStartParams": {"redis-password": "$REDIS_PASSWORD"}}), False),
    "Ray's store": (cluster(gcsFaultToleranceOptions={"redisPassword": {"value": "tr0ub4dor-3x9Kq"}}), True),
}


@pytest.mark.parametrize(("manifest", "is_found"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_elsewhere(manifest: Data, *, is_found: bool) -> None:
    assert codes(manifest) == (["SEC101"] if is_found else [])


@pytest.mark.parametrize("name", [name for name in SECRETS if "\n" not in SECRETS[name] and "-" not in name])
def test_no_output_repeats_the_value(name: str) -> None:
    text = f"image: registry.example/train:1\nenv:\n  {name}: '{SECRETS[name]}'\nargs: ['{SECRETS[name]}']\n"
    problems = found(text)
    assert {"SEC101", "SEC102"} <= {problem.code for problem in problems} or name in (
        "WANDB_API_KEY",
        "AWS_SECRET_ACCESS_KEY",
    )
    assert not any(SECRETS[name][4:] in f"{problem.message}{problem.hint}" for problem in problems)


def test_the_line_is_not_shown() -> None:
    text = f"env:\n  HF_TOKEN: {SECRETS['HF_TOKEN']}\n"
    line = (FILE, 2)
    assert line not in Result.of(FILE, 0, [KEPT.problem("x", file=FILE, span=(2, 1, 2, 9)), HIDDEN], {FILE: text}).rows
    assert line in Result.of(FILE, 0, [KEPT.problem("x", file=FILE, span=(2, 1, 2, 9))], {FILE: text}).rows


LITERALS = yaml.safe_load(Path(__file__).with_name("literals.yaml").read_text(encoding="utf-8"))


def named(part: str) -> list[tuple[str, str]]:
    return [pair for row in LITERALS[part] for pair in row.items()]


@pytest.mark.parametrize(("name", "value"), named("found"))
def test_literal_credential(name: str, value: str) -> None:
    assert is_literal_credential(name, value)
    assert secret(name, value) is None


@pytest.mark.parametrize(("name", "value"), named("not found"))
def test_no_literal_credential(name: str, value: str) -> None:
    assert not is_literal_credential(name, value)


WEAK = [{"name": "DB_PASSWORD", "value": "hunter2"}]
PLACES = {
    "a container": pod(container={"env": WEAK}),
    "an init container": pod(initContainers=[{"name": "a", "image": "b:1", "env": WEAK}]),
    "a sidecar": pod(initContainers=[{"name": "a", "image": "b:1", "restartPolicy": "Always", "env": WEAK}]),
    "an option": pod(container={"args": ["--password", "hunter2"]}),
    "an option with its value": pod(container={"command": ["t", "--db.password=hunter2"]}),
    "an option of a script": pod(container={"command": ["sh", "-c", "python t.py --password hunter2"]}),
    "a variable of a script": pod(container={"command": ["sh", "-c", "export DB_PASSWORD=hunter2; python t.py"]}),
}
NO_PLACES = {
    "a reference": pod(container={"args": ["--password", "$(DB_PASSWORD)"]}),
    "a variable of the shell": pod(container={"command": ["sh", "-c", 'python t.py --password "x$DB_PASSWORD"']}),
    "an option without a value": pod(container={"args": ["--use_auth_token", "--password", "--seed", "4"]}),
    "a word": pod(container={"args": ["password", "hunter2"]}),
}


@pytest.mark.parametrize("spec", PLACES.values(), ids=PLACES)
def test_place(spec: Data) -> None:
    problems = [
        problem
        for problem in found(yaml.safe_dump(of("v1", "Pod", "a", spec=spec["spec"])))
        if problem.code == "SEC103"
    ]
    assert [problem.severity for problem in problems] == ["warning"]
    assert "hunter2" not in f"{problems[0].message}{problems[0].hint}"


@pytest.mark.parametrize("spec", NO_PLACES.values(), ids=NO_PLACES)
def test_no_place(spec: Data) -> None:
    assert "SEC103" not in codes(of("v1", "Pod", "a", spec=spec["spec"]))


def test_other_places() -> None:
    assert codes(of("v1", "ConfigMap", "a", data={"DB_PASSWORD": "hunter2"})) == ["SEC103"]
    assert codes(trainjob(trainer={"env": WEAK})) == ["SEC103"]
    text = "image: registry.example/train:1\nenv:\n  A: b\n  DB_PASSWORD: hunter2\n"
    assert [(problem.line, problem.code) for problem in found(text) if problem.code[:3] == "SEC"] == [(4, "SEC103")]

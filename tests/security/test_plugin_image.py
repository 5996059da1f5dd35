"""The image of Argo CD's plug-in is built on a base that nobody can move."""

import re
import subprocess

import pytest

from tests.conftest import CHECKOUT

DOCKERFILE = re.sub(r"\\\n\s*", "", (CHECKOUT / "ci/argocd-plugin/Dockerfile").read_text(encoding="utf-8"))
DIGEST = f"sha256:{0:064}"


def check(image: str) -> tuple[int, str]:
    """Run the first command of the build as Docker does, with a base image."""
    command = re.findall(r"^RUN (.*)", DOCKERFILE, re.MULTILINE)[0]
    done = subprocess.run(["sh", "-c", command], env={"BASE_IMAGE": image}, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("image", [f"python@{DIGEST}", f"registry.example:5000/team/python:3.13@{DIGEST}"])
def test_a_digest_is_accepted(image: str) -> None:
    assert check(image) == (0, "")


@pytest.mark.parametrize(
    "image", ["python", "python:3.13", "python@3.13", "python:sha256", f"{DIGEST}", "python@sha256:", ""]
)
def test_a_tag_is_rejected(image: str) -> None:
    assert check(image) == (1, f"BASE_IMAGE must be IMAGE@sha256:DIGEST, not `{image}`\n")


def test_every_stage_starts_from_that_image() -> None:
    assert re.findall(r"^(?:FROM|ARG BASE_IMAGE).*", DOCKERFILE, re.MULTILINE) == [
        "ARG BASE_IMAGE",
        "FROM ${BASE_IMAGE} AS build",
        "ARG BASE_IMAGE",
        "FROM ${BASE_IMAGE}",
    ]

"""Compare an image with the spec that names it."""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from render.engine.chart import Chart
from render.image import needs
from render.image.config import ImageConfig
from render.manifests import image_codes as codes
from render.manifests.finding import Finding
from render.problem import Rule, Severity
from render.programs.run import Run
from render.rules.resources._images import version
from render.schema_errors.error import Path

_IMAGE: Path = ("image",)
_NO_ROOT = "runAsNonRoot"
_NEAR = 4
"""Depth to which the names of scripts are known (`layers.py`)."""


def check_image(run: Run, image: ImageConfig) -> Iterator[Finding]:
    """Yield a finding for each thing that an image lacks for a spec."""
    yield from _architecture(run, image)
    yield from _cuda(run, image)
    yield from _nccl(run, image)
    yield from _environment(run, image)
    yield from _user(run, image)
    yield from _entrypoint(run, image)
    if image.files is None:
        reason = image.unread or "the file is a configuration without layers"
        message = f"libraries and programs of the image are not checked: {reason}"
        yield _found(codes.NOT_CHECKED, _IMAGE, message, "give an OCI layout: `skopeo copy docker://IMAGE oci:DIR`")
    else:
        yield from _files(run, image, image.files)


def _found(rule: Rule, path: Path, message: str, hint: str | None = None) -> Finding:
    return Finding(path, message, hint)._replace(rule=rule)


def _architecture(run: Run, image: ImageConfig) -> Iterator[Finding]:
    wanted = needs.required_architecture(run)
    if wanted and image.architecture and image.architecture != wanted:
        message = f"the image is for {image.architecture}, and the nodes are {wanted}"
        yield _found(codes.ARCHITECTURE, _IMAGE, message, f"build or choose the image for linux/{wanted}")


def _cuda(run: Run, image: ImageConfig) -> Iterator[Finding]:
    built = image.env.get("CUDA_VERSION") or _required_cuda(image.env.get("NVIDIA_REQUIRE_CUDA", ""))
    if not built or not re.match(r"\d+\.\d+", built):
        return
    wrong = []
    for gpu in needs.possible_gpus(run):
        if version(built) < version(gpu.first):
            wrong.append(f"{gpu.name} requires CUDA {gpu.first}")
        elif gpu.last is not None and version(built)[:2] > version(gpu.last):
            wrong.append(f"the last CUDA for {gpu.name} is {gpu.last}")
    if wrong and len(wrong) == len(needs.possible_gpus(run)):
        yield _found(codes.CUDA, _IMAGE, f"the image has CUDA {built}, and {wrong[0]}", "use an image with that CUDA")


def _required_cuda(text: str) -> str:
    found = re.search(r"cuda>=(\d+\.\d+)", text)
    return found[1] if found else ""


def _nccl(run: Run, image: ImageConfig) -> Iterator[Finding]:
    package = re.search(r"=(\d+\.\d+[\d.]*)", image.env.get("NV_LIBNCCL_PACKAGE", ""))
    has = image.env.get("NCCL_VERSION") or (package[1] if package else "")
    for fabric in needs.required_fabrics(run):
        if has and fabric.nccl and version(has)[:3] < version(fabric.nccl):
            message = f"the image has NCCL {has}, and {fabric.needs} requires {fabric.nccl}"
            yield _found(codes.NCCL, _IMAGE, message, f"use an image with NCCL {fabric.nccl} or later")


def _environment(run: Run, image: ImageConfig) -> Iterator[Finding]:
    fabric = run.at("network", "fabric")
    rows = json.loads((Chart.bundled().path / "files" / "contradictions.json").read_bytes())["rows"]
    for name, value in image.env.items():
        if name in (run.at("env") or {}):
            continue
        for row in rows:
            if fabric in row["fabrics"] and re.search(row["name"], name) and _contradicts(row, value):
                message = f"the image sets `{name}={value}`, which contradicts the fabric: {row['effect']}"
                hint = f"set `env.{name}`, or remove it from the image"
                yield _found(codes.ENVIRONMENT, ("network", "fabric"), message, hint)


def _contradicts(row: Mapping[str, Any], value: str) -> bool:
    found = re.search(row.get("value", row.get("unless", "")), value) is not None
    return found if "value" in row else not found


def _user(run: Run, image: ImageConfig) -> Iterator[Finding]:
    contexts = [run.at("container", "securityContext") or {}, run.at("pod", "securityContext") or {}]
    by_user = next((one["runAsUser"] for one in contexts if one.get("runAsUser") is not None), None)
    strict = next((one[_NO_ROOT] for one in contexts if one.get(_NO_ROOT) is not None), False)
    if not strict or by_user is not None:
        return
    user = image.user.partition(":")[0]
    path: Path = ("pod", "securityContext", _NO_ROOT)
    if user in ("", "0", "root"):
        message = f"the image runs as {user or 'root'}, which `runAsNonRoot` forbids: the kubelet does not start it"
        yield _found(codes.USER, path, message, "set `runAsUser` to a number above 0")
    elif not user.isdecimal():
        message = f"the image's user is the name `{user}`, and the kubelet can't verify that it is not root"
        yield _found(codes.USER, path, message, "set `runAsUser` to the number of that user")


def _entrypoint(run: Run, image: ImageConfig) -> Iterator[Finding]:
    command, args = run.at("command"), run.at("args")
    if not command and not args and not image.entrypoint and not image.cmd:
        yield _found(codes.ENTRYPOINT, _IMAGE, "the image has no entry point and no command, and neither has the spec")
    elif not command and args and not image.entrypoint:
        message = f"the image has no entry point, so that `{args[0]}` of `args` is the program"
        yield _found(_note(codes.ENTRYPOINT), ("args",), message, "write the program under `command`")
    elif command and image.entrypoint:
        message = f"`command` replaces the image's entry point `{image.entrypoint[0]}`: what it sets up is missing"
        yield _found(_note(codes.ENTRYPOINT), ("command",), message)


def _note(rule: Rule) -> Rule:
    return rule._replace(severity=Severity.INFO)


def _files(run: Run, image: ImageConfig, files: frozenset[str]) -> Iterator[Finding]:
    names = {path.rpartition("/")[2] for path in files}
    for fabric in needs.required_fabrics(run):
        missing = [one[0] for one in fabric.libraries if not _has_library(one, names)]
        if missing:
            message = f"the image has no {' and no '.join(f'`{name}`' for name in missing)}"
            hint = f"add {fabric.needs} to the image: without it NCCL does not use the fabric"
            yield _found(codes.FABRIC_FILES, ("network", "fabric"), message, hint)
    programs = {path.rpartition("/")[2] for path in files if re.search(r"(^|/)s?bin/[^/]+$", path)}
    for name, user in needs.required_programs(run).items():
        if name not in programs:
            message = f"the image has no program `{name}`, which {user} starts"
            yield _found(codes.PROGRAM, _IMAGE, message, "install it in the image")
    yield from _script(run, image, files)


def _has_library(alternatives: Sequence[str], names: set[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in alternatives for name in names)


def _script(run: Run, image: ImageConfig, files: frozenset[str]) -> Iterator[Finding]:
    folder = run.at("workingDir") or image.folder or "/"
    mounts = [volume.get("mountPath", "") for volume in run.at("storage", "volumes") or ()]
    for key in ("command", "args"):
        for index, word in enumerate(run.at(key) or ()):
            path = posixpath.normpath(posixpath.join(folder, word))
            if not re.fullmatch(r"[\w./-]+\.(py|sh)", word) or path in (run.at("files") or {}):
                continue
            is_near = path.count("/") <= _NEAR
            if is_near and path.lstrip("/") not in files and not any(path.startswith(f"{one}/") for one in mounts):
                message = f"the image has no file `{path}`"
                hint = "set `workingDir`, or write the whole path"
                yield _found(codes.SCRIPT, (key, index), message, hint)
                return

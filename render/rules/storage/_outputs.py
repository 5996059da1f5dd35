"""Options that name a program's folder for checkpoints."""

import re
from collections.abc import Iterator

from render.programs.command_line import Launch, Option
from render.programs.openclip import is_openclip
from render.programs.own_files import expanded
from render.programs.program import Program
from render.programs.setting import Setting

_NAMES = (
    *("checkpoint_dir", "checkpoint_path", "ckpt_dir", "default_root_dir", "output_dir", "save_dir"),
    *("default_local_dir", "dump_folder", "exp_dir", "output_path", "save_path", "work_dir"),
    *("out_dir", "save_folder"),
)
"""Options of many programs, and the last part of settings such as `trainer.default_root_dir`."""
_ABSOLUTE = ("checkpoint.folder", "hydra.run.dir", "project_dir", "save")
"""Options whose value may be something else than a folder: only an absolute path counts. They are those of torchtitan,
Hydra, Accelerate and Megatron-LM."""
_RAY = "ray_storage_path"
MARKS = (*_NAMES, *(name.replace("_", "-") for name in _NAMES), *_ABSOLUTE, "project-dir")
"""A command that names such a folder contains at least one of these."""
_KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "axolotl": (("output_dir",),),
    "llamafactory": (("output_dir",),),
    "torchtune": (("output_dir",), ("checkpointer", "output_dir")),
    "transformers": (("output_dir",),),
}
"""Keys of configuration files that name such a folder, by the module of the format."""


AMBIGUOUS = frozenset({"checkpoint_dir", "checkpoint_path", "ckpt_dir"})
"""Names that some programs have for the model that they read: torchtune, LitGPT, Llama's own."""
_FOLDER_EACH = frozenset({"default_root_dir", "exp_dir"})
"""Names of folders in which Lightning and NeMo make a new one for each run."""
_FILLED = r"[{}%$`]"
"""A place that the program fills in: `{run_name}`, `%j`."""


def outputs(program: Program) -> Iterator[Option]:
    """Yield the options and settings (`NAME=VALUE`) that name a folder for checkpoints."""
    for found in program.launches:
        yield from (one for one in _options(found) if _is_output(one.name, one.literal))


def _options(found: Launch) -> tuple[Option, ...]:
    return (*found.program_options.values(), *_settings(found))


def _settings(found: Launch) -> Iterator[Option]:
    for word in found.program[1:]:
        name, equals, value = word.text.lstrip("+").partition("=")
        if equals and not name.startswith("-"):
            yield Option(name, word, word._replace(text=value))


def _is_output(name: str, value: str | None) -> bool:
    is_known = name.rpartition(".")[2] in _NAMES
    return bool(value) and (is_known or (name in _ABSOLUTE and str(value).startswith("/")))


def output_settings(program: Program) -> Iterator[Setting]:
    """Yield the folders for checkpoints that options and configuration files name."""
    for option in outputs(program):
        yield Setting(option.flag.text.partition("=")[0], option.literal, option.flag.path)
    for launch in program.launches:
        logs = launch.program_options.get("logs") if is_openclip(launch) else None
        if logs is not None and logs.value is not None and (folder := expanded(program, logs.value)) is not None:
            yield Setting("--logs", folder, logs.flag.path, logs.flag.text)
    yield from _config_outputs(program)


def _config_outputs(program: Program) -> Iterator[Setting]:
    for config in program.configs:
        places = _KEYS.get(config.module, ())
        if config.find(_RAY) is not None:  # LLaMA-Factory's releases before 0.9.5: `output_dir` is below it
            places = ((_RAY,),)
        for keys in places:
            setting = config.find(*keys)
            if setting is not None and setting.text and "$" not in setting.text:
                yield setting


def written_folders(program: Program) -> Iterator[Setting]:
    """Yield the folders that a second run with the same value overwrites, with known variables replaced."""
    for launch in program.launches:
        found = {one.name: one for one in _options(launch) if _writes(program, one)}
        is_certain = launch.tool.name == "litgpt" or not AMBIGUOUS.issuperset(found)
        for name, one in found.items():
            if one.value is not None and not (is_certain and name in AMBIGUOUS):
                yield Setting(one.flag.text.partition("=")[0], expanded(program, one.value), one.flag.path)
        if is_openclip(launch) and (logs := _joined(program, launch)) is not None:
            yield logs
    yield from (one for one in _config_outputs(program) if one.name != _RAY and not re.search(_FILLED, one.text or ""))


def _writes(program: Program, option: Option) -> bool:
    """Return whether an option names a folder that the program neither only reads nor completes by itself."""
    folder = None if option.value is None else expanded(program, option.value)
    *above, last = option.name.split(".")
    is_own = last not in _FOLDER_EACH and not (above and last in AMBIGUOUS)
    return is_own and _is_output(option.name, folder) and not re.search(_FILLED, folder or "")


def _joined(program: Program, launch: Launch) -> Setting | None:
    """Return the folder of OpenCLIP, `--logs` and `--name`; None without a name, since it then contains the time."""
    logs, name = (launch.program_options.get(option) for option in ("logs", "name"))
    parts = [expanded(program, one.value) for one in (logs, name) if one is not None and one.value is not None]
    if logs is None or len(parts) != 2 or None in parts:
        return None
    return Setting("--logs", "/".join(map(str, parts)), logs.flag.path)

"""Options that name a program's folder for checkpoints."""

from collections.abc import Iterator

from render.programs.command_line import Launch, Option
from render.programs.config_file import Setting
from render.programs.config_files import expanded
from render.programs.openclip import is_openclip
from render.programs.program import Program

_NAMES = (
    *("checkpoint_dir", "checkpoint_path", "ckpt_dir", "default_root_dir", "output_dir", "save_dir"),
    *("default_local_dir", "dump_folder", "exp_dir", "output_path", "save_path", "work_dir"),
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


def outputs(program: Program) -> Iterator[Option]:
    """Yield the options and settings (`NAME=VALUE`) that name a folder for checkpoints."""
    for found in program.launches:
        options = (*found.program_options.values(), *_settings(found))
        yield from (one for one in options if _is_output(one))


def _settings(found: Launch) -> Iterator[Option]:
    for word in found.program[1:]:
        name, equals, value = word.text.lstrip("+").partition("=")
        if equals and not name.startswith("-"):
            yield Option(name, word, word._replace(text=value))


def _is_output(option: Option) -> bool:
    value = option.literal
    is_known = option.name.rpartition(".")[2] in _NAMES
    return bool(value) and (is_known or (option.name in _ABSOLUTE and str(value).startswith("/")))


def output_settings(program: Program) -> Iterator[Setting]:
    """Yield the folders for checkpoints that options and configuration files name."""
    for option in outputs(program):
        yield Setting(option.flag.text.partition("=")[0], option.literal, option.flag.path)
    for launch in program.launches:
        logs = launch.program_options.get("logs") if is_openclip(launch) else None
        if logs is not None and logs.value is not None and (folder := expanded(program, logs.value)) is not None:
            yield Setting("--logs", folder, logs.flag.path, logs.flag.text)
    for config in program.configs:
        places = _KEYS.get(config.module, ())
        if config.find(_RAY) is not None:  # LLaMA-Factory's releases before 0.9.5: `output_dir` is below it
            places = ((_RAY,),)
        for keys in places:
            setting = config.find(*keys)
            if setting is not None and setting.text and "$" not in setting.text:
                yield setting

"""Options that name a program's folder for checkpoints."""

from collections.abc import Iterator

from render.programs.command_line import Option
from render.programs.config_file import Setting
from render.programs.config_files import expanded
from render.programs.openclip import is_openclip
from render.programs.program import Program

_NAMES = ("checkpoint_dir", "checkpoint_path", "ckpt_dir", "default_root_dir", "output_dir", "save_dir")
_RAY = "ray_storage_path"
MARKS = (*_NAMES, *(name.replace("_", "-") for name in _NAMES))
"""A command that names such a folder contains at least one of these."""
_KEYS: dict[str, tuple[tuple[str, ...], ...]] = {
    "axolotl": (("output_dir",),),
    "llamafactory": (("output_dir",),),
    "torchtune": (("output_dir",), ("checkpointer", "output_dir")),
    "transformers": (("output_dir",),),
}
"""Keys of configuration files that name such a folder, by the module of the format."""


def outputs(program: Program) -> Iterator[Option]:
    """Yield the options that name a folder for checkpoints."""
    for found in program.launches:
        options = found.program_options
        yield from (options[name] for name in _NAMES if name in options and options[name].literal)


def output_settings(program: Program) -> Iterator[Setting]:
    """Yield the folders for checkpoints that options and configuration files name."""
    for option in outputs(program):
        yield Setting(f"--{option.name}", option.literal, option.flag.path)
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

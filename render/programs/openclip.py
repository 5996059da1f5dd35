"""OpenCLIP's training program."""

from render.programs.command_line import Launch

_MODULES = ("open_clip_train.main", "training.main")
_SCRIPTS = ("open_clip_train/main.py", "training/main.py")

MARKS = (*_MODULES, *_SCRIPTS)


def is_openclip(launch: Launch) -> bool:
    """Return True if the started program is OpenCLIP's."""
    name = launch.program[0].text if launch.program else ""
    return name in _MODULES or name.endswith(_SCRIPTS)

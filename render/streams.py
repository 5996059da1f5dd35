"""Standard streams that are closed when the command starts."""

import os
import sys


def reserve_streams() -> None:
    """Open each closed standard stream, so that no file takes its number and is written to by mistake.

    Input is empty then, standard error goes nowhere, and whatever is written to standard output fails (EBADF): output
    that is lost must not look like success.
    """
    for descriptor, (name, flags, mode) in enumerate(
        (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))
    ):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", closefd=False))

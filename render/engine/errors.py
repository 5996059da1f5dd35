"""What makes the engine unusable; a user's mistake is a refusal instead."""


class EngineError(Exception):
    """The engine can't run, with the way out where there is one."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        """Keep the message and the hint apart, for the command to lay out."""
        super().__init__(message)
        self.hint = hint


def not_loaded(error: Exception) -> EngineError:
    """Return what to say where Helm's library can't be loaded."""
    return EngineError(f"Helm's library can't be loaded: {error}", hint="use `--engine helm`")

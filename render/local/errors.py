"""Why a run can't take place here."""


class LocalError(Exception):
    """This machine lacks something; the message says what, `hint` the way out."""

    def __init__(self, message: str, hint: str) -> None:
        """Make an error of what is said about it."""
        super().__init__(message)
        self.hint = hint

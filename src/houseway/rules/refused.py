"""The answer to an act or a wish that the rules do not allow."""


class Refused(Exception):
    """A person asked for something that cannot be; the message says what and why, in one sentence."""

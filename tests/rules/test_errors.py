"""Errors that the host can put right cross from one process to another."""

import pickle

from rules.errors import HostError


class OwnError(HostError):
    """An error with other arguments than its base."""

    def __init__(self, file):
        super().__init__("own", file=file, number=3)


def test_an_error_arrives_as_it_left():
    for error in (HostError("no-mark", file="a.jpg"), OwnError("b.jpg")):
        arrived = pickle.loads(pickle.dumps(error))
        assert type(arrived) is type(error)
        assert (arrived.code, arrived.facts) == (error.code, error.facts)
        assert str(arrived) == str(error)

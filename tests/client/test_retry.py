"""When to come back, as the arena's refusals say it: made here by the packages that the client does without."""

from typing import NamedTuple

import grpc
import pytest
from google.protobuf.any_pb2 import Any
from google.rpc import error_details_pb2, status_pb2

from arena.client.retry import is_of_arena, retry_delay_s

KEY = "grpc-status-details-bin"


class Entry(NamedTuple):
    """As grpcio has it."""

    key: str
    value: str | bytes


class Refused(grpc.RpcError):
    """An error with this in its trailing metadata."""

    def __init__(self, *metadata: tuple[str, str | bytes]) -> None:
        self.metadata = tuple(Entry(*entry) for entry in metadata)

    def trailing_metadata(self) -> tuple[Entry, ...] | None:
        return self.metadata


def status_of(*details: object) -> bytes:
    packed = []
    for detail in details:
        packed.append(Any())
        packed[-1].Pack(detail)
    return status_pb2.Status(code=8, message="later", details=packed).SerializeToString()


def info(milliseconds: int) -> error_details_pb2.RetryInfo:
    message = error_details_pb2.RetryInfo()
    message.retry_delay.FromMilliseconds(milliseconds)
    return message


REASON = error_details_pb2.ErrorInfo(reason="TOO_MANY_SESSIONS", domain="arena")


@pytest.mark.parametrize("milliseconds", [0, 1, 250, 1_000, 5_000, 86_400_000])
@pytest.mark.parametrize("before", [(), (REASON,)])
def test_the_delay_is_that_of_the_retry_info(milliseconds, before):
    """Contract, RESOURCE_EXHAUSTED: beside the ErrorInfo, in any place."""
    error = Refused(("date", "today"), (KEY, status_of(*before, info(milliseconds))))
    assert retry_delay_s(error) == milliseconds / 1_000


@pytest.mark.parametrize(
    "metadata",
    [
        (),
        (("date", "today"),),
        ((KEY, b""),),
        ((KEY, status_of()),),
        ((KEY, status_of(REASON)),),
        ((KEY, b"\xff\xff\xff"),),
        ((KEY, b"\x18\x07"),),
    ],
)
def test_without_a_retry_info_there_is_no_delay(metadata):
    """A proxy's refusals too, details that are none, and a field 3 that is a number."""
    assert retry_delay_s(Refused(*metadata)) is None


def test_an_error_without_metadata_says_nothing():
    """grpcio: None where the call never got an answer."""
    error = Refused()
    error.metadata = None
    assert retry_delay_s(error) is None
    assert not is_of_arena(error)


@pytest.mark.parametrize(("metadata", "said"), [((), False), ((("date", "today"),), False), (((KEY, status_of(REASON)),), True)])
def test_only_who_gives_details_is_the_arena(metadata, said):
    """Contract: every refusal has them; a lost connection, or a port where nobody listens, has none."""
    assert is_of_arena(Refused(*metadata)) == said

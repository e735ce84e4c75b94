"""Whether it was the arena that ended a stream, and how long it wants the bot to wait: google.rpc.RetryInfo, read with protobuf alone.

A refusal carries a google.rpc.Status in its trailing metadata. Field 3 of that, ``details``, holds messages of any type; field 1 of a
RetryInfo is the delay (google/rpc/status.proto and error_details.proto, which are another package than protobuf).
"""

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

_KEY = "grpc-status-details-bin"


def retry_delay_s(error: grpc.RpcError) -> float | None:
    """After how many seconds to come back, when the arena said so."""
    status = _status(error)
    try:
        return None if status is None else _delay_s(status)
    except DecodeError:
        return None


def is_of_arena(error: grpc.RpcError) -> bool:
    """Whether somebody answered and said no; else nobody was there, or the connection was lost."""
    return _status(error) is not None


def _status(error: grpc.RpcError) -> bytes | None:
    return next((entry.value for entry in error.trailing_metadata() or () if entry.key == _KEY), None)


def _delay_s(status: bytes) -> float | None:
    for part in _messages(status, 3):
        detail = Any.FromString(part)
        if detail.type_url.endswith("/google.rpc.RetryInfo"):
            return Duration.FromString(b"".join(_messages(detail.value, 1))).ToTimedelta().total_seconds()
    return None


def _messages(data: bytes, number: int) -> list[bytes]:
    """What a message holds in a field of messages."""
    found = UnknownFieldSet(Empty.FromString(data))
    fields = [found[index] for index in range(len(found))]
    return [field.data for field in fields if field.field_number == number and isinstance(field.data, bytes)]

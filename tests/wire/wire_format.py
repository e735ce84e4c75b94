"""Protobuf's wire format read by hand, so that a test sees every byte in its order, not only what a parser keeps.

Written from the encoding's public description (protobuf.dev, Encoding): a message is a row of fields, each a varint (number << 3 | type)
and then a varint (type 0), eight bytes (1), a length and so many bytes (2) or four bytes (5).
"""

from collections.abc import Iterator

from google.protobuf.descriptor import Descriptor, FieldDescriptor

Path = str
"""Names from the outermost field inwards, as ``requests.requests.table_id``."""


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number and the place after it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def raw_fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Field numbers and their values, numbers for varints and bytes for all else, in order."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
            yield tag >> 3, value
            continue
        if kind == 2:
            size, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}[kind]
        assert at + size <= len(data), "a field reaches beyond its message"
        yield tag >> 3, data[at : at + size]
        at += size


def leaves(data: bytes, descriptor: Descriptor, path: Path = "") -> Iterator[tuple[Path, int | bytes]]:
    """Every scalar of a message in the order of its bytes, and ``path{`` where a message inside begins; no unknown field is passed over.

    Together with the path this is all that the bytes say, but for how long a varint was made.
    """
    for number, value in raw_fields(data):
        field = descriptor.fields_by_number.get(number)
        assert field is not None, f"field {number} of {descriptor.full_name} is in no .proto file"
        name = f"{path}.{field.name}" if path else field.name
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            assert isinstance(value, bytes)
            yield name + "{", b""
            yield from leaves(value, field.message_type, name)
        else:
            yield name, value

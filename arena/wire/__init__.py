"""gRPC: the only room with sockets for bots, and with a thread of its own.

- ``bridge``: trio on this side, grpc.aio in a thread on the other, bytes across. ``lobby``: tokens, who may come in.
- ``seat``: a bot as tables see it, its requests and answers; ``session``: one stream of it.
- ``codec``, and a codec a game: messages as bytes.
- ``tournament_service``: tournaments for programs, on ``calls`` (one task a call), ``callers``, ``paging``, ``boards`` and
  ``tournament_codec``.
"""

from arena.wire.codec import CODECS, GameCodec
from arena.wire.lobby import Lobby, open_lobby
from arena.wire.seat import BotSeat

__all__ = ["CODECS", "BotSeat", "GameCodec", "Lobby", "open_lobby"]

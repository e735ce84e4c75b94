"""A deal is a function of its key, so that anyone can check it.

The key (32 bytes) drives SHA-512 in counter mode: block c is SHA-512(key ‖ c as eight bytes, big-endian), c = 0, 1, 2 …
The blocks are read as 16-bit words, big-endian. A number below n is the next word w with w < 65536 − (65536 mod n),
taken mod n; other words are skipped, so every number is equally likely. The deck starts in the order of the card
numbers and is shuffled from the front (Fisher-Yates): for i = 0, 1, 2 … place i is exchanged with place i + r, r the next
number below 52 − i. Later steps never move an earlier place, so a game that uses k cards stops after k steps.

``proto/README.md`` says the same for other languages, with test vectors.

Profiled (rates: ``arena bench --only engine``): two fifths of a deal of 16 cards are the one SHA-512 and its words, the rest is the
shuffle. Words popped off a reversed list cost less than words from ``zip``, a chain of iterators or a generator, which take up to
a third longer; no other form that is right for every key saved 3 %.
"""

import hashlib
import struct

from arena.rules.cards import DECK_SIZE

_FRESH_DECK = tuple(range(DECK_SIZE))
_WORDS = struct.Struct(">32H")
_STEPS = tuple((place, DECK_SIZE - place, 65536 - 65536 % (DECK_SIZE - place)) for place in range(DECK_SIZE))


def deal_cards(key: bytes, count: int = DECK_SIZE) -> tuple[int, ...]:
    """The first ``count`` cards of the deal with this key, top of the deck first."""
    deck = list(_FRESH_DECK)
    block = 0
    words = list(_block(key, 0))
    words.reverse()
    for place, left, limit in _STEPS[:count]:
        while True:
            if not words:
                block += 1
                words = list(_block(key, block))
                words.reverse()
            word = words.pop()
            if word < limit:
                break
        other = place + word % left
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck[:count])


def _block(key: bytes, counter: int) -> tuple[int, ...]:
    digest = hashlib.sha512(key + counter.to_bytes(8, "big")).digest()
    return _WORDS.unpack(digest)

// From a secret to every card of every deal. Written from "Check the shuffle" in proto/README.md.

import { createHash, createHmac } from "node:crypto";

import { DECK } from "./cards.mjs";

const WORDS_PER_BLOCK = 32;
const HOLE_CARDS = 5;
const REPLACEMENTS = 3;

/** SHA-256 of a match seed, in hexadecimal digits: what is published before the first card. */
export function commitmentOf(seed) {
  return createHash("sha256").update(seed).digest("hex");
}

/** The seed of the match that plays a deal stream in a pass. */
export function matchSeed(master, stream, pass) {
  return hmac(master, Buffer.concat([Buffer.from(stream, "utf8"), Buffer.of(0), eightBytes(pass)]));
}

/** The key of a deal of a match; deals are counted from 0. */
export function dealKey(seed, number) {
  return hmac(seed, eightBytes(number));
}

/** The players around the table, clockwise, on a deal. */
export function circle(seed, number, players) {
  const every = Array.from({ length: players }, (_, player) => player);
  if (players <= 2) return every;
  const keys = every.map((player) => hmac(seed, Buffer.from(`circle ${number} ${player}`)));
  return every.sort((one, other) => Buffer.compare(keys[one], keys[other]));
}

/** All 52 cards in the order in which a deal gives them. */
export function shuffledDeck(key) {
  const deck = [...DECK];
  const numberBelow = numbersFrom(key);
  for (let place = 0; place < deck.length - 1; place++) {
    const other = place + numberBelow(deck.length - place);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

/** The five cards dealt to a position: 0 is the first left of the button, players − 1 the button. */
export function holeCards(deck, players, position) {
  return Array.from({ length: HOLE_CARDS }, (_, card) => deck[card * players + position]);
}

/** The three cards that wait for a position, should it exchange so many. */
export function replacements(deck, players, position) {
  const first = HOLE_CARDS * players + REPLACEMENTS * position;
  return deck.slice(first, first + REPLACEMENTS);
}

/** A function that gives numbers below its argument, from the blocks of a key. */
function numbersFrom(key) {
  let block = null;
  let taken = 0;
  function word() {
    if (taken % WORDS_PER_BLOCK === 0) {
      const counter = eightBytes(taken / WORDS_PER_BLOCK);
      block = createHash("sha512").update(key).update(counter).digest();
    }
    return block.readUInt16BE(2 * (taken++ % WORDS_PER_BLOCK));
  }
  return (limit) => {
    for (;;) {
      const drawn = word();
      if (drawn < 65536 - (65536 % limit)) return drawn % limit;
    }
  };
}

function hmac(key, message) {
  return createHmac("sha256", key).update(message).digest();
}

function eightBytes(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

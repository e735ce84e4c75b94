// Cards as text, and the strength of five of them. Written from "Strength" in rules.md: plain counting, no tables.

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";

/** The deck before the shuffle: 2c 2d 2h 2s 3c … As. */
export const DECK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

const CARDS = new Set(DECK);
const CLASSES = { 41: 7, 32: 6, 311: 3, 221: 2, 2111: 1, 11111: 0 };
const STRAIGHT_FLUSH = 8;
const FLUSH = 5;
const STRAIGHT = 4;

/** Cards in a row, `AsKd7h`, as a list; null when that is no text of different cards. */
export function parseCards(text) {
  if (typeof text !== "string") return null;
  const cards = text.match(/../gsu) ?? [];
  const good = cards.join("") === text && cards.every((card) => CARDS.has(card)) && new Set(cards).size === cards.length;
  return good ? cards : null;
}

/** The worth of five cards as a number: the better hand has the higher one, equal hands have the same. */
export function strength(cards) {
  const groups = rankGroups(cards);
  const ranks = groups.map((group) => group.rank);
  const flush = new Set(cards.map((card) => card[1])).size === 1;
  const top = straightTop(ranks);
  if (top) return number([flush ? STRAIGHT_FLUSH : STRAIGHT, top]);
  if (flush) return number([FLUSH, ...ranks]);
  return number([CLASSES[groups.map((group) => group.count).join("")], ...ranks]);
}

/** Ranks 2 to 14 with how often each is there: the most frequent first, then the highest. */
function rankGroups(cards) {
  const counts = new Map();
  for (const card of cards) {
    const rank = 2 + RANKS.indexOf(card[0]);
    counts.set(rank, 1 + (counts.get(rank) ?? 0));
  }
  return [...counts].map(([rank, count]) => ({ rank, count })).sort((a, b) => b.count - a.count || b.rank - a.rank);
}

/** The highest rank of a straight, 5 for A-2-3-4-5; 0 when it is none. `ranks` are different ones, highest first. */
function straightTop(ranks) {
  if (ranks.length !== 5) return 0;
  if (ranks[0] - ranks[4] === 4) return ranks[0];
  return ranks.join() === "14,5,4,3,2" ? 5 : 0;
}

/** A class and up to five ranks as one number that compares as they do, from left to right. */
function number(parts) {
  return [0, 1, 2, 3, 4, 5].reduce((sum, place) => sum * 15 + (parts[place] ?? 0), 0);
}

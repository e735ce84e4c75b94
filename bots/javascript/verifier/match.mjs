// A whole export: every hand is dealt anew and played again, and every line compared with what that gives.
//
// Of a line only choices are believed: which hand it is, what kind of action came next, which cards were discarded. Who acts, for
// how many chips, with which cards, what is shown, who wins and what everybody nets is worked out here.

import { parseCards } from "./cards.mjs";
import { difference, shown } from "./compare.mjs";
import { circle, commitmentOf, dealKey, holeCards, replacements, shuffledDeck } from "./deals.mjs";
import { DrawHand } from "./draw.mjs";
import { Differs } from "./errors.mjs";
import { isCount, parseObject } from "./head.mjs";
import { handOnALine } from "./notation.mjs";
import { Seats } from "./seats.mjs";

const STATUSES = ["completed", "forfeited", "void"];

/** Whether a seed is the one that was committed to. */
export function checkCommitment(seed, promised, whose) {
  const found = commitmentOf(seed);
  if (found !== promised) throw new Differs(`the seed's commitment is ${found}; ${whose} is ${shown(promised)}`);
}

export class MatchCheck {
  /**
   * @param head as `readHead` gives it
   * @param {Buffer} seed of the match
   */
  constructor(head, seed) {
    this.head = head;
    this.seed = seed;
    this.lineNumber = 1;
    this.deals = new Set();
    this.handCount = 0;
    this.net = head.players.map(() => 0); // by player, over all legs
    this.legEnds = []; // the last line of each leg
    this.#openLeg();
  }

  /**
   * Check the next line.
   *
   * @throws {Differs} names the hand, what was found and what the record says
   */
  takeLine(text) {
    this.lineNumber++;
    const line = parseObject(text);
    if (!line) throw new Differs(`line ${this.lineNumber} is no JSON object: ${shown(text)}`);
    if (this.leg === undefined) throw new Differs(`line ${this.lineNumber}: all legs have ended; the record goes on with ${shown(line)}`);
    if (line.leg !== this.leg) throw new Differs(`line ${this.lineNumber}: belongs to leg ${this.leg}; the record says ${shown(line.leg)}`);
    if ("hand_number" in line) this.#takeHand(line);
    else this.#takeLegEnd(line);
  }

  /** Check that nothing is missing at the end. */
  finish() {
    if (this.leg === undefined) return;
    const hand = this.gap?.missing ?? this.last + 1;
    throw new Differs(`leg ${this.leg}, hand ${hand}: is missing, or the end of the leg; the record ends before it`);
  }

  // --- which hand it is

  #openLeg() {
    this.leg = this.head.legs[this.legEnds.length];
    this.last = -1;
    this.hands = 0;
    this.seats = new Seats(this.head.ruleset, this.head.players.length);
    this.legNet = this.head.players.map(() => 0); // by player
    this.gap = null; // the first hand that is not there
  }

  #takeHand(line) {
    this.#checkNumber(line.hand_number);
    within(`leg ${this.leg}, hand ${line.hand_number}: `, () => this.#checkHand(line));
    if (line.hand_number > this.last + 1) this.gap ??= { missing: this.last + 1, next: line.hand_number };
    this.last = line.hand_number;
    this.hands++;
    this.handCount++;
    this.deals.add(line.hand_number);
  }

  #checkNumber(number) {
    const { last, head } = this;
    const where = `leg ${this.leg}, hand ${shown(number)}`;
    const highest = head.deal_count - 1;
    if (!isCount(number, 0, highest)) throw new Differs(`${where}: there is none; hands are counted from 0 to ${highest}`);
    if (number === last) throw new Differs(`${where}: is there once; the record has it twice`);
    if (number < last) throw new Differs(`${where}: comes before hand ${last}; the record has it after`);
    if (this.seats.decided) throw new Differs(`${where}: one player holds every chip after hand ${last}; the record goes on`);
    if (this.seats.carried && number > last + 1) throw new Differs(missing(this.leg, { missing: last + 1, next: number }));
  }

  // --- how a leg ended

  /** Only a leg that was not played to its end may lack hands, and any of them, since several are in play at once. */
  #takeLegEnd(line) {
    const { leg, head, seats, legNet } = this;
    checkStatus(line, head.players);
    if (line.status === "completed" && this.hands < head.deal_count && !seats.decided) {
      throw new Differs(missing(leg, this.gap ?? { missing: this.last + 1, next: null }));
    }
    const wrong = difference({ match_id: head.match_id, hand_count: this.hands, net_chips: legNet }, line, "");
    if (wrong) throw new Differs(`leg ${leg}: ${wrong}`);
    legNet.forEach((chips, player) => (this.net[player] += chips));
    this.legEnds.push(line);
    this.#openLeg();
  }

  // --- what it must say

  #checkHand(line) {
    const wrong = difference(this.#replay(line), line, "");
    if (wrong) throw new Differs(wrong);
  }

  /** The line that follows from the seed, the rules and the choices of this one. */
  #replay(line) {
    const { seats, head } = this;
    seats.begin(line.hand_number);
    const count = seats.inHand.length;
    const deck = shuffledDeck(dealKey(this.seed, line.hand_number));
    const dealt = seats.inHand.map((_, position) => holeCards(deck, count, position));
    const waiting = seats.inHand.map((_, position) => replacements(deck, count, position));
    const stacks = seats.inHand.map((seat) => seats.stacks[seat]);
    const stackChips = head.ruleset.all_in ? [...seats.stacks] : null;
    const hand = new DrawHand(head.ruleset, dealt, waiting, stacks);
    const wrongCards = difference({ dealt: seats.bySeat((position) => dealt[position].join(""), null) }, line, "");
    if (wrongCards) throw new Differs(wrongCards);
    playActions(hand, line.actions, seats.inHand);
    const button = seats.button;
    seats.end(hand.net);
    const players = this.#playersBySeat(line.hand_number);
    hand.net.forEach((chips, position) => (this.legNet[players[seats.inHand[position]]] += chips));
    return {
      match_id: head.match_id,
      players: players.map((player) => head.players[player]),
      button,
      stack_chips: stackChips,
      ...this.#facts(hand),
      notation: handOnALine(head.ruleset, dealt, stacks, hand),
    };
  }

  /** Who sits where in a hand, players who are out included. */
  #playersBySeat(number) {
    const { players, drawn_seats: drawn } = this.head;
    const sitting = drawn ? circle(this.seed, this.seats.carried ? 0 : number, players.length) : players.map((_, player) => player);
    return sitting.map((_, seat) => sitting[(seat - this.leg + players.length) % players.length]);
  }

  #facts(hand) {
    const seats = this.seats;
    const shownCards = new Set(hand.shown);
    const inSeatOrder = (positions) => positions.map((position) => seats.inHand[position]).sort((a, b) => a - b);
    return {
      actions: hand.log.map(({ position, kind, chips, discarded, drawn }) => {
        return { seat: seats.inHand[position], kind, chips, discarded: discarded.join(""), drawn: drawn.join("") };
      }),
      shown: seats.bySeat((position) => (shownCards.has(position) ? hand.hole[position].join("") : null), null),
      pots: hand.pots.map(({ chips, eligible, winners }) => ({ chips, eligible: inSeatOrder(eligible), winners: inSeatOrder(winners) })),
      net_chips: seats.bySeat((position) => hand.net[position], 0),
    };
  }
}

function checkStatus({ leg, status, forfeiter }, players) {
  const known = STATUSES.includes(status);
  if (!known) throw new Differs(`leg ${leg}: status is one of ${STATUSES.join(", ")}; the record says ${shown(status)}`);
  const right = status === "forfeited" ? players.includes(forfeiter) : forfeiter === null;
  if (!right) throw new Differs(`leg ${leg}: forfeiter does not go with ${status}; the record says ${shown(forfeiter)}`);
}

function missing(leg, { missing: hand, next }) {
  return `leg ${leg}, hand ${hand}: is missing; the record goes on with ${next === null ? "the end of the leg" : `hand ${next}`}`;
}

/** Play the actions of a line; `seats` are those of the positions. */
function playActions(hand, actions, seats) {
  if (!Array.isArray(actions)) throw new Differs(`actions is a list; the record says ${shown(actions)}`);
  for (const [index, action] of actions.entries()) {
    if (hand.over) throw new Differs(`the hand is over after ${index} actions; the record has ${actions.length}`);
    const discards = parseCards(action?.discarded);
    if (!discards) throw new Differs(`actions[${index}].discarded is cards in a row; the record says ${shown(action?.discarded)}`);
    within(`actions[${index}]: seat ${seats[hand.actor]} `, () => hand.act(action.kind, discards));
  }
  if (!hand.over) throw new Differs(`seat ${seats[hand.actor]} is to act after ${actions.length} actions; the record ends with them`);
}

/** Do something, and put words before what is wrong with the record. */
function within(words, work) {
  try {
    return work();
  } catch (error) {
    throw error instanceof Differs ? new Differs(words + error.message) : error;
  }
}

// One hand of five-card draw, fixed limit, from the antes to the last chip. Written from "A hand" and "Betting" in rules.md.
//
// Positions are counted from the left of the button, which is the last one. A stack without limit is Infinity.
// The words of the half-bet rule are kept: B is the round's fixed amount, H the highest commitment of the round, F the last full level.

import { strength } from "./cards.mjs";
import { shown } from "./compare.mjs";
import { Differs } from "./errors.mjs";
import { settle } from "./pots.mjs";

const MAX_DISCARDS = 3;

export class DrawHand {
  /**
   * @param rules ante, small_bet, big_bet, max_raises
   * @param {string[][]} dealt five cards by position
   * @param {string[][]} waiting three replacement cards by position
   * @param {number[]} stacks chips before the ante, by position
   */
  constructor(rules, dealt, waiting, stacks) {
    this.rules = rules;
    this.hole = dealt.map((cards) => [...cards]);
    this.waiting = waiting;
    this.stacks = [...stacks];
    this.committedHand = stacks.map(() => 0);
    this.folded = stacks.map(() => false);
    this.drawn = stacks.map(() => false);
    this.log = []; // every action: position, kind, chips, discarded, drawn
    this.stage = "first"; // then "draw", "second", "over"
    this.actor = null;
    this.stacks.forEach((stack, position) => this.#pay(position, Math.min(rules.ante, stack)));
    this.#openRound();
  }

  get over() {
    return this.stage === "over";
  }

  /** What the actor may do now, as kinds with the chips they put in; chips is null for the draw. */
  legalActions() {
    if (this.over) return [];
    if (this.stage === "draw") return [{ kind: "draw", chips: null }];
    const toCall = Math.min(this.highest - this.committedRound[this.actor], this.stacks[this.actor]);
    const actions = toCall
      ? [{ kind: "fold", chips: 0 }, { kind: "call", chips: toCall }]
      : [{ kind: "check", chips: 0 }];
    return this.#mayWager() ? [...actions, this.#wager()] : actions;
  }

  /**
   * Play the actor's next action.
   *
   * @throws {Differs} the rules do not allow it; says what they do, after the actor's name
   */
  act(kind, discards = []) {
    const action = this.legalActions().find((legal) => legal.kind === kind);
    if (!action) throw new Differs(`may ${this.legalActions().map((legal) => legal.kind).join(", ")}; the record says ${shown(kind)}`);
    const position = this.actor;
    if (kind === "draw") this.#exchange(position, discards);
    else this.#bet(position, action);
    this.#goOn(position);
  }

  /** Positions whose cards are seen in the end: all that have not folded, if more than one has not. */
  get shown() {
    const live = this.#live();
    return this.over && live.length > 1 ? live : [];
  }

  // --- betting

  #openRound() {
    this.committedRound = this.stacks.map(() => 0);
    this.acted = this.stacks.map(() => false); // since F last changed
    this.highest = 0; // H
    this.fullLevel = 0; // F
    this.raises = 0;
    this.amount = this.stage === "first" ? this.rules.small_bet : this.rules.big_bet; // B
    this.#goOn(-1);
  }

  /** Whether the actor may put in more than a call. */
  #mayWager() {
    const answerable = this.#live().some((position) => position !== this.actor && this.stacks[position] > 0);
    const room = this.fullLevel === 0 || this.raises < this.rules.max_raises;
    const reaches = this.committedRound[this.actor] + this.stacks[this.actor] > this.highest;
    return answerable && room && reaches && !this.acted[this.actor];
  }

  /** To F + B, or as far as the stack reaches. It is called a raise where chips are to be called, whether or not it counts as one. */
  #wager() {
    const full = this.fullLevel + this.amount - this.committedRound[this.actor];
    return { kind: this.highest === 0 ? "bet" : "raise", chips: Math.min(full, this.stacks[this.actor]) };
  }

  #bet(position, { kind, chips }) {
    this.#pay(position, chips);
    this.committedRound[position] += chips;
    if (kind === "fold") this.folded[position] = true;
    const level = this.committedRound[position];
    if (level > this.highest) this.#lift(level);
    this.acted[position] = true;
    this.log.push({ position, kind, chips, discarded: [], drawn: [] });
  }

  /** A full wager counts and reopens the betting; a short all-in does neither. */
  #lift(level) {
    if (2 * (level - this.fullLevel) >= this.amount) {
      if (this.fullLevel > 0) this.raises++;
      this.fullLevel = level;
      this.acted.fill(false);
    }
    this.highest = level;
  }

  /** Whether a player must still act in the running round. */
  #mustAct(position) {
    if (this.folded[position] || this.stacks[position] === 0) return false;
    if (this.committedRound[position] < this.highest) return true;
    return !this.acted[position] && this.#live().filter((other) => this.stacks[other] > 0).length > 1;
  }

  // --- the draw

  #exchange(position, discards) {
    const cards = this.hole[position];
    const own = discards.every((card) => cards.includes(card)) && new Set(discards).size === discards.length;
    if (!own) throw new Differs(`holds ${cards.join("")}; the record says that it discards ${discards.join("")}`);
    const count = discards.length;
    if (count > MAX_DISCARDS) throw new Differs(`may discard ${MAX_DISCARDS} cards; the record says ${count}`);
    const drawn = this.waiting[position].slice(0, count);
    discards.forEach((card, index) => (cards[cards.indexOf(card)] = drawn[index]));
    this.drawn[position] = true;
    this.log.push({ position, kind: "draw", chips: 0, discarded: discards, drawn });
  }

  // --- from one action to the next

  #goOn(position) {
    const players = this.stacks.length;
    if (this.#live().length === 1) return this.#end();
    const waits = this.stage === "draw" ? (p) => !this.folded[p] && !this.drawn[p] : (p) => this.#mustAct(p);
    for (let step = 1; step <= players; step++) {
      const next = (position + step + players) % players;
      if (waits(next)) {
        this.actor = next;
        return;
      }
    }
    this.#nextStage();
  }

  #nextStage() {
    if (this.stage === "second") return this.#end();
    this.stage = this.stage === "first" ? "draw" : "second";
    if (this.stage === "draw") this.#goOn(-1);
    else this.#openRound();
  }

  #end() {
    this.stage = "over";
    this.actor = null;
    const { pots, net } = settle(this.committedHand, this.folded, this.hole.map(strength));
    this.pots = pots;
    this.net = net;
  }

  #pay(position, chips) {
    this.stacks[position] -= chips;
    this.committedHand[position] += chips;
  }

  #live() {
    return [...this.folded.keys()].filter((position) => !this.folded[position]);
  }
}

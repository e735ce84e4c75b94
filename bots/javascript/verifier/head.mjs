// The first line of an export: what was agreed on before the first card, and which legs the file holds.

import { isObject, shown } from "./compare.mjs";
import { Differs, Usage } from "./errors.mjs";

const CHIPS_LIMIT = 2 ** 40; // far above what a match uses, far below where numbers stop being exact

/**
 * Read the head.
 *
 * @param {string | undefined} line without its end
 * @throws {Usage} it is none
 * @throws {Differs} it describes no match that could be played
 */
export function readHead(line) {
  const head = parseObject(line);
  if (!head || !("ruleset" in head) || !("legs" in head)) {
    throw new Usage("its first line does not describe a match; write the file with `arena export MATCH --format jsonl`");
  }
  if (head.game !== "five_card_draw") throw new Usage(`it is of the game ${shown(head.game)}; this program knows five_card_draw`);
  want(isObject(head.ruleset), "ruleset", head.ruleset, "an object");
  wantRuleset(head.ruleset);
  wantMatch(head);
  wantLegs(head);
  return head;
}

/** A line as an object; null when it is none. */
export function parseObject(line) {
  try {
    const value = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isCount(value, low, high) {
  return Number.isSafeInteger(value) && value >= low && value <= high;
}

function wantRuleset(rules) {
  for (const [key, low] of [["ante", 1], ["small_bet", 1], ["big_bet", rules.small_bet]]) {
    want(isCount(rules[key], low, CHIPS_LIMIT), `ruleset.${key}`, rules[key], `a whole number, at least ${low}`);
  }
  want(isCount(rules.max_raises, 0, 1000), "ruleset.max_raises", rules.max_raises, "a whole number from 0 to 1000");
  want(typeof rules.all_in === "boolean", "ruleset.all_in", rules.all_in, "true or false");
  want(["reset", "carry"].includes(rules.stacks), "ruleset.stacks", rules.stacks, '"reset" or "carry"');
  const stack = rules.starting_stack;
  if (rules.all_in) want(isCount(stack, rules.ante, CHIPS_LIMIT), "ruleset.starting_stack", stack, "at least the ante");
  else want(stack === null && rules.stacks === "reset", "ruleset.starting_stack", stack, "null, and stacks reset, without all_in");
}

function wantMatch({ match_id, players, deal_count, mirrored, drawn_seats = false }) {
  want(typeof match_id === "string", "match_id", match_id, "text");
  const names = Array.isArray(players) && players.every((name) => typeof name === "string");
  want(names && players.length >= 2 && players.length <= 6, "players", players, "a list of 2 to 6 names");
  want(isCount(deal_count, 1, 2 ** 31), "deal_count", deal_count, "a whole number, at least 1");
  want(typeof mirrored === "boolean", "mirrored", mirrored, "true or false");
  want(typeof drawn_seats === "boolean", "drawn_seats", drawn_seats, "true or false");
}

/** The numbers of the legs of the file, each after a lower one. */
function wantLegs({ legs, mirrored, players }) {
  want(Array.isArray(legs), "legs", legs, "a list");
  const count = mirrored ? players.length : 1;
  legs.forEach((leg, index) => {
    const low = index ? legs[index - 1] + 1 : 0;
    want(isCount(leg, low, count - 1), `legs[${index}]`, leg, `a whole number from ${low} to ${count - 1}`);
  });
}

function want(good, path, value, what) {
  if (!good) throw new Differs(`the first line: ${path} must be ${what}; the record says ${shown(value)}`);
}

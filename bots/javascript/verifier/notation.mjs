// A hand on a line of text. Written from "A hand on a line" in the README of the arena.

const LETTERS = { fold: "f", check: "k", call: "c", bet: "b", raise: "r" };

/**
 * @param rules the ruleset
 * @param {string[][]} dealt cards by position
 * @param {number[]} stacks chips before the ante, by position
 * @param {DrawHand} hand over
 */
export function handOnALine(rules, dealt, stacks, hand) {
  const game = [`five_card_draw ${rules.ante}/${rules.small_bet}/${rules.big_bet}/${rules.max_raises}`];
  if (rules.all_in) game.push(`all_in ${rules.starting_stack}`);
  if (rules.stacks === "carry") game.push("carry");
  const marked = rules.all_in && stacks.some((stack) => stack !== rules.starting_stack);
  const cards = dealt.map((five, position) => five.join("") + (marked ? `@${stacks[position]}` : ""));
  return [game.join(" "), cards.join(" "), words(hand.log).join(" "), hand.net.map(signed).join(" ")].join(" | ");
}

/** A word a betting round, a word a draw. */
function words(log) {
  const found = [];
  let letters = "";
  for (const action of [...log, null]) {
    if (action && action.kind !== "draw") {
      letters += LETTERS[action.kind];
      continue;
    }
    if (letters) found.push(letters);
    letters = "";
    if (action) found.push(action.drawn.length ? `-${action.discarded.join("")}+${action.drawn.join("")}` : "pat");
  }
  return found;
}

function signed(chips) {
  return chips >= 0 ? `+${chips}` : String(chips);
}

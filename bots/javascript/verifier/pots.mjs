// Who gets which chips when the betting is over. Written from "Pots" in rules.md.

/**
 * Pay a hand.
 *
 * @param {number[]} committed chips put in over the whole hand, by position
 * @param {boolean[]} folded by position
 * @param {number[]} strengths by position; those of players who have folded do not matter
 * @returns pots, the main pot first, each with its chips, who could win it and who did; and what every position netted
 */
export function settle(committed, folded, strengths) {
  const matched = withoutUnmatched(committed);
  const pots = potsOf(matched, folded);
  const net = matched.map((chips) => -chips);
  for (const pot of pots) {
    const best = Math.max(...pot.eligible.map((position) => strengths[position]));
    pot.winners = pot.eligible.filter((position) => strengths[position] === best);
    pay(pot, net);
  }
  return { pots, net };
}

/** What everybody put in, after the part of the highest that nobody matched went back. */
function withoutUnmatched(committed) {
  const second = [...committed].sort((a, b) => b - a)[1];
  return committed.map((chips) => Math.min(chips, second));
}

/** Layers, from the bottom; those with the same players are one pot, and what only folded players paid goes to the pot below. */
function potsOf(committed, folded) {
  const pots = [];
  const levels = [...new Set(committed)].filter((level) => level > 0).sort((a, b) => a - b);
  levels.forEach((level, index) => {
    const below = index ? levels[index - 1] : 0;
    const chips = committed.reduce((sum, each) => sum + Math.min(each, level) - Math.min(each, below), 0);
    const eligible = [...committed.keys()].filter((position) => !folded[position] && committed[position] >= level);
    const last = pots.at(-1);
    if (last && (!eligible.length || eligible.join() === last.eligible.join())) last.chips += chips;
    else pots.push({ chips, eligible, winners: [] });
  });
  return pots;
}

/** Equal shares; chips that do not divide go one each to winners in order from the left of the button. */
function pay(pot, net) {
  const odd = pot.chips % pot.winners.length;
  const share = (pot.chips - odd) / pot.winners.length;
  pot.winners.forEach((position, index) => {
    net[position] += share + (index < odd ? 1 : 0);
  });
}

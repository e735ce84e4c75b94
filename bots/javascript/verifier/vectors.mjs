// The test vectors of proto/README.md, read from its text, against the shuffle of this program.

import { circle, commitmentOf, dealKey, matchSeed, shuffledDeck } from "./deals.mjs";
import { Differs, Usage } from "./errors.mjs";

const MASTER = /master `([0-9a-f]+)…([0-9a-f]+)` \((\d+) bytes\), stream `([^`]+)`, pass (\d+)/u;
const CIRCLE = /^ *circle (\d+) +of six players ([0-5 ]+)$/gmu;
const DEAL = /^ *deal (\d+) +key ([0-9a-f]{64}).*\n +((?:[2-9TJQKA][cdhs])+)$/gmu;

/**
 * Check every vector of a text.
 *
 * @returns {number} how many deals it has
 * @throws {Usage} there are none
 * @throws {Differs} names the first that does not hold
 */
export function checkVectors(text) {
  const master = text.match(MASTER);
  const deals = [...text.matchAll(DEAL)];
  if (!master || !deals.length) throw new Usage("holds no test vectors; name the file proto/README.md");
  const seed = matchSeed(countedBytes(master[1], master[2], Number(master[3])), master[4], Number(master[5]));
  compare("match seed", seed.toString("hex"), text.match(/^ *match seed +([0-9a-f]+)$/mu)?.[1]);
  compare("commitment", commitmentOf(seed), text.match(/^ *commitment +([0-9a-f]+)$/mu)?.[1]);
  for (const [, number, key, cards] of deals) {
    const found = dealKey(seed, Number(number));
    compare(`deal ${number}: key`, found.toString("hex"), key);
    compare(`deal ${number}: deck`, shuffledDeck(found).join("").slice(0, cards.length), cards);
  }
  for (const [, number, players] of text.matchAll(CIRCLE)) {
    compare(`circle ${number}`, circle(seed, Number(number), 6).join(" "), players);
  }
  return deals.length;
}

/** The bytes 0, 1, 2 … that the text gives by the first and the last of them. */
function countedBytes(first, last, count) {
  const bytes = Buffer.from(Array.from({ length: count }, (_, byte) => byte));
  const hex = bytes.toString("hex");
  if (!hex.startsWith(first) || !hex.endsWith(last)) throw new Usage(`the master ${first}…${last} is not the bytes counted from 0`);
  return bytes;
}

function compare(what, found, record) {
  if (found !== record) throw new Differs(`${what} is ${found}; the file says ${record ?? "nothing"}`);
}

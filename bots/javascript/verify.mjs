#!/usr/bin/env node
// Does an exported match follow from its seed? A second answer, by a program that shares nothing with the arena but its documents.

import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { shown, visible } from "./verifier/compare.mjs";
import { Differs, Usage } from "./verifier/errors.mjs";
import { readHead } from "./verifier/head.mjs";
import { linesOf } from "./verifier/lines.mjs";
import { checkCommitment, MatchCheck } from "./verifier/match.mjs";
import { checkVectors } from "./verifier/vectors.mjs";

const HELP = `Usage: node verify.mjs FILE [--commitment HEX] [--seed HEX]
       node verify.mjs --vectors README

Deal every deal of an exported match anew, play every hand again, and compare each card, action, pot and net with the file.

FILE is what \`arena export MATCH --format jsonl\` writes; - is standard input.

  --commitment HEX  the SHA-256 of the match seed, as your bot was told before the first card; without it only the file's own is checked
  --seed HEX        the match seed, where the file holds none
  --vectors README  check the test vectors in the contract's README instead
  --help            this text

Examples:
  arena export 3f9a0c11d2e4 --format jsonl --out match.jsonl
  node bots/javascript/verify.mjs match.jsonl
  node bots/javascript/verify.mjs match.jsonl --commitment 355a0601466ad6bba81270b691f430a92cf0fb99d96ccfca436a9a5489674d52
  node bots/javascript/verify.mjs --vectors proto/README.md

Exit codes: 0 it holds, 1 it does not, 2 your mistake; each in one line.
`;
const OPTIONS = {
  commitment: { type: "string" },
  seed: { type: "string" },
  vectors: { type: "string" },
  help: { type: "boolean", short: "h" },
};

process.exitCode = await main(process.argv.slice(2));

async function main(argv) {
  try {
    process.stdout.write(await answer(argv));
    return 0;
  } catch (error) {
    if (error instanceof Differs) {
      process.stdout.write(`does not hold: ${error.message}\n`);
      return 1;
    }
    if (!(error instanceof Usage)) throw error;
    process.stderr.write(`verify: ${error.message}\n`);
    return 2;
  }
}

async function answer(argv) {
  const { values, positionals } = parsed(argv);
  if (values.help) return HELP;
  if (values.vectors !== undefined) {
    if (positionals.length) throw new Usage("--vectors checks no match; leave the file out");
    return ofFile(values.vectors, () => vectorsVerdict(values.vectors));
  }
  if (positionals.length !== 1) throw new Usage("name one exported match; --help has examples");
  const [commitment, seed] = ["commitment", "seed"].map((name) => hexOption(values, name));
  return ofFile(positionals[0], () => matchVerdict(positionals[0], commitment, seed));
}

async function vectorsVerdict(file) {
  const count = checkVectors(await readFile(file, "utf8"));
  return `holds: the match seed, its commitment and ${count} deals are those of the test vectors\n`;
}

async function matchVerdict(file, commitment, givenSeed) {
  const lines = linesOf(file);
  const head = readHead((await lines.next()).value);
  const seed = seedOf(head, givenSeed);
  const promise = checkPromises(head, seed, commitment);
  const check = new MatchCheck(head, seed);
  for await (const line of lines) check.takeLine(line);
  check.finish();
  const [deals, hands] = [count(check.deals.size, "deal"), count(check.handCount, "hand")];
  return `holds: ${promise}, ${deals} dealt anew, ${hands} replayed ${scope(head, check.legEnds)}, net ${totals(head, check.net)}\n`;
}

/** The seed of the file, or the one given; both must be the same. */
function seedOf({ seed }, given) {
  if (given === undefined && (seed === null || seed === undefined)) {
    throw new Usage("it holds no seed, since not everybody may have it or its deals are not open; add --seed HEX");
  }
  if (seed === null || seed === undefined) return Buffer.from(given, "hex");
  if (!/^[0-9a-f]{64}$/u.test(seed)) throw new Differs(`the seed is 64 hexadecimal digits; the record says ${shown(seed)}`);
  if (given !== undefined && given !== seed) throw new Differs(`the seed is ${given}; the record says ${shown(seed)}`);
  return Buffer.from(seed, "hex");
}

function checkPromises({ commitment }, seed, given) {
  if (given !== undefined) checkCommitment(seed, given, "the one given");
  if (commitment !== null && commitment !== undefined) checkCommitment(seed, commitment, "the record's");
  if (given !== undefined) return "the seed is the one committed to";
  return commitment ? "the seed is the one the file says was committed to" : "no commitment to compare the seed with";
}

function scope({ mirrored, players, deal_count }, legEnds) {
  const unplayed = legEnds.filter(({ status }) => status !== "completed");
  const words = unplayed.map((leg) => `leg ${leg.leg} ${howItEnded(leg)} with ${leg.hand_count} of ${deal_count} hands`);
  return [`in ${legEnds.length} of ${count(mirrored ? players.length : 1, "leg")}`, ...words].join(", ");
}

function howItEnded({ status, forfeiter }) {
  return status === "forfeited" ? `forfeited by ${visible(forfeiter)}` : status;
}

function totals({ players }, net) {
  return players.map((name, player) => `${visible(name)} ${net[player] > 0 ? "+" : ""}${net[player]}`).join(", ");
}

function parsed(argv) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Usage(`${visible(error.message.split("\n")[0])}; --help has examples`);
  }
}

function hexOption(values, name) {
  const text = values[name]?.toLowerCase();
  if (text === undefined || /^[0-9a-f]{64}$/u.test(text)) return text;
  throw new Usage(`--${name} ${shown(values[name])}: must be 64 hexadecimal digits`);
}

/** Name the file in what is the asker's mistake. */
async function ofFile(file, work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Usage) throw new Usage(`${visible(file)}: ${error.message}`);
    if (error.syscall) throw new Usage(`${visible(file)}: ${visible(error.message)}`);
    throw error;
  }
}

function count(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

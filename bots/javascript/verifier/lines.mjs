// The lines of a file of any size, as text. Only a line feed ends a line: names may hold whatever else some readers split at.

import { createReadStream } from "node:fs";

import { Differs } from "./errors.mjs";

const LINE_FEED = 10;

/**
 * @param {string} file a path, or - for standard input
 * @throws {Differs} it is no UTF-8
 */
export async function* linesOf(file) {
  let parts = [];
  let number = 0;
  for await (const chunk of file === "-" ? process.stdin : createReadStream(file)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield decoded([...parts, chunk.subarray(start, end)], ++number);
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  }
  if (parts.some((part) => part.length)) yield decoded(parts, ++number);
}

function decoded(parts, number) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Differs(`line ${number} is no UTF-8`);
  }
}

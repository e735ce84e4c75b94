// Where a record says something else than what was worked out.

/** Show a value of the record to a person: as JSON, short, nothing in it that a terminal would obey. */
export function shown(value) {
  const text = value === undefined ? "nothing" : jsonOf(value);
  return visible(text.length > 300 ? `${text.slice(0, 300)}…` : text);
}

/** Text without control characters. */
export function visible(text) {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);
}

/**
 * The first place where a record is not as found; what the record holds beyond it is not looked at.
 *
 * @returns {string | null} such as `net_chips[1] is 4; the record says 5`
 */
export function difference(found, record, path) {
  if (Array.isArray(found)) return differenceOfLists(found, record, path);
  if (isObject(found)) return differenceOfObjects(found, record, path);
  return found === record ? null : `${path} is ${shown(found)}; the record says ${shown(record)}`;
}

/** Lists in lists in lists may be deeper than can be written. */
function jsonOf(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return "something that nests too deep to be shown";
  }
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function differenceOfObjects(found, record, path) {
  if (!isObject(record)) return `${path} is an object; the record says ${shown(record)}`;
  for (const [key, value] of Object.entries(found)) {
    const one = difference(value, record[key], path ? `${path}.${key}` : key);
    if (one) return one;
  }
  return null;
}

function differenceOfLists(found, record, path) {
  if (!Array.isArray(record)) return `${path} is a list; the record says ${shown(record)}`;
  for (const [index, value] of found.entries()) {
    const one = difference(value, record[index], `${path}[${index}]`);
    if (one) return one;
  }
  return found.length === record.length ? null : `${path} has ${found.length} entries; the record has ${record.length}`;
}

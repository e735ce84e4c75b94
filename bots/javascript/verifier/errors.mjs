// What can go wrong, by whose fault: the record's, or that of the person who asked.

/** The record is not what follows from the seed and the rules: exit 1. */
export class Differs extends Error {}

/** The question makes no sense, or its file cannot be read: exit 2. */
export class Usage extends Error {}

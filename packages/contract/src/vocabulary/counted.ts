/**
 * How far the lists of operators are counted; one more says "more than that many". Their tables grow, a count reads all that
 * it counts, and nobody acts differently on the difference.
 */
export const COUNTED_TO = 1_000;

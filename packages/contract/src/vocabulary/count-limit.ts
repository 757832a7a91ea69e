/**
 * Maximum count of operator lists; one more means "more than that". A count reads every row it counts, and larger
 * numbers make no difference to operators.
 */
export const COUNT_LIMIT = 1_000;

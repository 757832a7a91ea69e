/** Mark of a pending order whose response was lost. It stays in the cached account until the account is refetched. */
interface UnknownOutcome {
  readonly isOutcomeUnknown: true;
}

/** Marks a pending order as one with an unknown outcome. */
export const asUnknownOutcome = <Pending extends object>(pending: Pending): Pending & UnknownOutcome => ({
  ...pending,
  isOutcomeUnknown: true,
});

/** Returns whether a pending order has an unknown outcome. */
export const hasUnknownOutcome = (pending: object): boolean => 'isOutcomeUnknown' in pending;

/** Replaces the id of a maintenance purchase whose response was lost. */
export const UNKNOWN_PURCHASE = 'unknown-outcome';

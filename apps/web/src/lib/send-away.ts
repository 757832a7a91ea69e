/**
 * Leaves the portal, or loads it anew. Replaces the entry of the history, so that Back does not sign out again. An object:
 * tests look at it instead of leaving.
 */
export const sendAway = {
  to: (address: string): void => location.replace(address),
  again: (): void => location.reload(),
};

import type { Purchased } from './order.ts';

type Outcome =
  | { kind: 'paid'; cents: number }
  | { kind: 'trial-started' }
  | { kind: 'changed' }
  | { kind: 'subscribed' };

/** Text about a completed purchase, with the amount first if there was a charge. */
export const outcomeOf = (
  { receipt, subscription }: Pick<Purchased, 'receipt' | 'subscription'>,
  trial: boolean,
  changedExisting: boolean,
): Outcome => {
  if (receipt && receipt.amountDueCents > 0 && receipt.isPaid) return { kind: 'paid', cents: receipt.amountDueCents };
  if (trial && subscription.isTrial) return { kind: 'trial-started' };
  return { kind: changedExisting ? 'changed' : 'subscribed' };
};

/**
 * Destination after a purchase (DR-05): the app with `r=newuser` during onboarding, else Home (null).
 * @param here address of this page, to resolve a configured app without a host
 */
export const destinationAfter = (reason: string | undefined, app: string | null, here: string): string | null => {
  if (reason !== 'newuser' || !app) return null;
  const address = new URL(app, here);
  address.searchParams.set('r', 'newuser');
  return address.href;
};

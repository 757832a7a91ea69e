import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { Purchased } from '../components/use-purchase.ts';

type Outcome =
  | { kind: 'paid'; cents: number }
  | { kind: 'trial-started' }
  | { kind: 'changed' }
  | { kind: 'subscribed' };

/** What to say about a purchase that went through: the money first, if there was any. */
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
 * DR-05: onboarding goes on in the drive app with `r=newuser`, everybody else comes home (null).
 * @param here address of this page, for an app that is configured by its path alone
 */
export const destinationAfter = (
  reason: string | undefined,
  { driveApp }: Pick<PortalConfig['links'], 'driveApp'>,
  here: string,
): string | null => {
  if (reason !== 'newuser' || !driveApp) return null;
  const address = new URL(driveApp, here);
  address.searchParams.set('r', 'newuser');
  return address.href;
};

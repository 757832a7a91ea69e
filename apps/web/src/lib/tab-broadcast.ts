import { writeStored } from './browser-store.ts';

// `portal/app.tsx` listens to these keys and repeats their names, because this file is not in the first chunk.
/** A purchase was made. */
export const PURCHASE_KEY = 'foyer.bought';
/** The card, the address or an open invoice changed. */
export const BILLING_CHANGE_KEY = 'foyer.changed';
/** Automatic renewal was switched. */
const RENEWAL_KEY = 'foyer.renewal';

const broadcast = (key: string): void => {
  // without storage the server refuses an outdated quote of another tab anyway
  writeStored(key, crypto.randomUUID());
};

/** Makes the other tabs of the portal refetch after a purchase. */
export const broadcastPurchase = (): void => broadcast(PURCHASE_KEY);

/** Makes the other tabs refetch after the card, the address or an open invoice changed, or may have changed. */
export const broadcastBillingChange = (): void => broadcast(BILLING_CHANGE_KEY);

/** Makes the other tabs refetch after automatic renewal was switched, or may have been switched. */
export const broadcastRenewalChange = (): void => broadcast(RENEWAL_KEY);

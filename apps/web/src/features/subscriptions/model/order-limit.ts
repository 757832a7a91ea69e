import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { takesCards } from '@foyer/contract/vocabulary/cards';

/** Reason why some or all orders of a family would be refused. */
export type OrderLimit = 'review' | 'denied' | 'no-cards';

interface Situation {
  family: Pick<ShownFamily, 'exportControl'>;
  account: Pick<AccountView, 'canAddPaymentMethod'>;
  /** Undefined while the user loads. */
  user: Pick<Me['user'], 'exportPending' | 'exportDenied'> | undefined;
  /** Country of the address; null without one, undefined while it loads. */
  country: string | null | undefined;
}

/**
 * Decides what to say above the plans before the customer chooses one: an export review that stops every order of a
 * screened family (EX-01), or a country whose cards are not accepted (PM-03). Null: nothing.
 */
export const orderLimitOf = ({ family, account, user, country }: Situation): OrderLimit | null => {
  if (family.exportControl && user?.exportDenied) return 'denied';
  if (family.exportControl && user?.exportPending) return 'review';
  return !account.canAddPaymentMethod && !takesCards(country ?? null) ? 'no-cards' : null;
};

/** Returns whether no plan of the family can be ordered now. */
export const stopsOrders = (limit: OrderLimit | null): boolean => limit === 'review' || limit === 'denied';

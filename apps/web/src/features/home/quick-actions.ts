import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { PaymentMethod, Subscription } from '@foyer/contract/api/shapes';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { paths } from '../../lib/paths.ts';
import { type SubscriptionRow, subscriptionRow } from './subscription-row.ts';

export type QuickAction =
  | { readonly kind: 'redeem' | 'payments'; readonly to: string }
  /** `rows`: the IoT subscription of the account, which has no product card, and an open request (S23). */
  | { readonly kind: 'iot'; readonly to: string; readonly rows: readonly SubscriptionRow[] }
  | { readonly kind: 'card'; readonly to: string; readonly card: PaymentMethod | null }
  | { readonly kind: 'address'; readonly to: string; readonly place: string | null };

const placeOf = (me: Me | undefined): string | null => {
  if (!me) return '';
  const { address } = me.user;
  return address ? [address.city, address.state || address.country].filter(Boolean).join(', ') : null;
};

const isRequest = ({ status }: Subscription): boolean => status === 'requested';

/** Rows of the subscription in effect and of the open request. */
const iotRows = (subscriptions: readonly Subscription[]): SubscriptionRow[] => {
  const own = subscriptions.filter(({ product }) => product === 'iot');
  const [current] = own.filter((one) => !isRequest(one));
  // Only a perpetual scope licence needs the current date of the account.
  return [...(current ? [current] : []), ...own.filter(isRequest)].map((one) => subscriptionRow(one, ''));
};

/**
 * Quick actions of Home (HO-04). An action that is not allowed is left out, not greyed. `me` undefined means that the user
 * has not loaded; only the place of the address depends on it.
 */
export const quickActions = (
  me: Me | undefined,
  account: AccountView,
  products: readonly Product[],
  subscriptions: readonly Subscription[] = [],
): QuickAction[] => [
  ...(products.includes('iot') ? [{ kind: 'iot', to: paths.iot, rows: iotRows(subscriptions) } as const] : []),
  { kind: 'redeem', to: paths.redeemCode },
  ...(account.canAddPaymentMethod
    ? [{ kind: 'card', to: paths.paymentMethod({ returnPath: paths.home }), card: account.paymentMethod } as const]
    : []),
  { kind: 'address', to: paths.address(), place: placeOf(me) },
  { kind: 'payments', to: paths.payments() },
];

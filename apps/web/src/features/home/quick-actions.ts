import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import type { PaymentMethod, Subscription } from '@foyer/contract/api/shapes';
import { paths } from '../../lib/paths.ts';
import { type SubscriptionRow, subscriptionRow } from './subscription-row.ts';

export type QuickAction =
  | { readonly kind: 'redeem' | 'payments'; readonly to: string }
  /** A metered family, which has no product card. `rows`: its subscription and an open request (S23). */
  | {
      readonly kind: 'metered';
      readonly product: string;
      readonly name: string;
      readonly to: string;
      readonly rows: readonly SubscriptionRow[];
    }
  | { readonly kind: 'card'; readonly to: string; readonly card: PaymentMethod | null }
  | { readonly kind: 'address'; readonly to: string; readonly place: string | null };

const placeOf = (me: Me | undefined): string | null => {
  if (!me) return '';
  const { address } = me.user;
  return address ? [address.city, address.state || address.country].filter(Boolean).join(', ') : null;
};

const isRequest = ({ status }: Subscription): boolean => status === 'requested';

/** Rows of the subscription in effect and of the open request. */
const rowsOf = ({ key }: ShownFamily, subscriptions: readonly Subscription[]): SubscriptionRow[] => {
  const own = subscriptions.filter(({ product }) => product === key);
  const [current] = own.filter((one) => !isRequest(one));
  // Only a perpetual licence needs the current date of the account.
  return [...(current ? [current] : []), ...own.filter(isRequest)].map((one) => subscriptionRow(one, ''));
};

/**
 * Quick actions of Home (HO-04). An action that is not allowed is left out, not greyed. `me` undefined means that the user
 * has not loaded; only the place of the address depends on it.
 */
export const quickActions = (
  me: Me | undefined,
  account: AccountView,
  families: readonly ShownFamily[],
  subscriptions: readonly Subscription[] = [],
): QuickAction[] => [
  ...families
    .filter(({ kind }) => kind === 'metered')
    .map((family) => ({
      kind: 'metered' as const,
      product: family.key,
      name: family.name,
      to: paths.subscription(family.key),
      rows: rowsOf(family, subscriptions),
    })),
  { kind: 'redeem', to: paths.redeemCode },
  ...(account.canAddPaymentMethod
    ? [{ kind: 'card', to: paths.paymentMethod({ returnPath: paths.home }), card: account.paymentMethod } as const]
    : []),
  { kind: 'address', to: paths.address(), place: placeOf(me) },
  { kind: 'payments', to: paths.payments() },
];

import type { AccountView } from '@foyer/contract/api/account';
import type { PaymentMethod } from '@foyer/contract/api/shapes';

export type NextPayment =
  | { readonly kind: 'none' }
  | { readonly kind: 'covered'; readonly date: string }
  | { readonly kind: 'without-card' | 'expired-card'; readonly cents: number; readonly date: string }
  | { readonly kind: 'billed'; readonly cents: number; readonly date: string; readonly card: PaymentMethod };

/** What the one sentence under the welcome says: the next amount, when, and which card pays it, or that credit does (PY-03). */
export const nextPaymentOf = ({ nextPayment, paymentMethod }: AccountView): NextPayment => {
  if (!nextPayment) return { kind: 'none' };
  if (nextPayment.total === 0) return { kind: 'covered', date: nextPayment.processedDate };
  const when = { cents: nextPayment.total, date: nextPayment.processedDate };
  if (!paymentMethod) return { kind: 'without-card', ...when };
  return paymentMethod.expired ? { kind: 'expired-card', ...when } : { kind: 'billed', ...when, card: paymentMethod };
};

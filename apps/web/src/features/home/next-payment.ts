import type { AccountView } from '@foyer/contract/api/account';
import type { PaymentMethod } from '@foyer/contract/api/shapes';

export type NextPayment =
  | { readonly kind: 'none' }
  | { readonly kind: 'covered'; readonly date: string }
  | { readonly kind: 'without-card' | 'expired-card'; readonly cents: number; readonly date: string }
  | { readonly kind: 'billed'; readonly cents: number; readonly date: string; readonly card: PaymentMethod };

/**
 * Next charge in the sentence below the welcome (PY-03): the sum of all payments of the next day with one, and whether
 * card or credit pays it.
 */
export const nextPaymentOf = ({ nextPayment, laterPayments, paymentMethod }: AccountView): NextPayment => {
  if (!nextPayment) return { kind: 'none' };
  const date = nextPayment.processedDate;
  let cents = nextPayment.total;
  // pages show UTC days
  for (const { total, processedDate } of laterPayments) if (processedDate.startsWith(date.slice(0, 10))) cents += total;
  if (!cents) return { kind: 'covered', date };
  const when = { cents, date };
  if (!paymentMethod) return { kind: 'without-card', ...when };
  return paymentMethod.expired ? { kind: 'expired-card', ...when } : { kind: 'billed', ...when, card: paymentMethod };
};

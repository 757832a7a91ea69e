import type { AccountView } from '@foyer/contract/api/account';
import type { PaymentMethod } from '@foyer/contract/api/shapes';

export type NextPayment =
  | { readonly kind: 'none' }
  | { readonly kind: 'covered'; readonly date: string }
  | { readonly kind: 'without-card' | 'expired-card'; readonly cents: number; readonly date: string }
  | { readonly kind: 'billed'; readonly cents: number; readonly date: string; readonly card: PaymentMethod };

/**
 * Sentence under the welcome: what the next day of payments takes in all, that day, and which card pays it, or that credit
 * does (PY-03).
 */
export const nextPaymentOf = ({ nextPayment, laterPayments, paymentMethod }: AccountView): NextPayment => {
  if (!nextPayment) return { kind: 'none' };
  const date = nextPayment.processedDate;
  // pages show UTC days
  const cents = [nextPayment, ...laterPayments].reduce(
    (sum, { total, processedDate }) => (processedDate.startsWith(date.slice(0, 10)) ? sum + total : sum),
    0,
  );
  if (!cents) return { kind: 'covered', date };
  const when = { cents, date };
  if (!paymentMethod) return { kind: 'without-card', ...when };
  return paymentMethod.expired ? { kind: 'expired-card', ...when } : { kind: 'billed', ...when, card: paymentMethod };
};

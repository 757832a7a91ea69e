import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';
import type { PaymentMethod } from '@foyer/contract/api/shapes';

/** First name of the current address, else of the registration (HO-01). Null: the page just says "Welcome". */
export const firstNameOf = ({ user }: Me): string | null =>
  user.address?.firstName.trim() || user.firstName.trim() || null;

export type NextPayment =
  | { readonly kind: 'none' }
  | { readonly kind: 'covered'; readonly date: string }
  /** `card` is null if there is none. It may have expired. */
  | { readonly kind: 'billed'; readonly cents: number; readonly date: string; readonly card: PaymentMethod | null };

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
  return cents ? { kind: 'billed', cents, date, card: paymentMethod } : { kind: 'covered', date };
};

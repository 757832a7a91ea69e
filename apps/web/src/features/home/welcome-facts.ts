import type { AccountView } from '@foyer/contract/api/account';
import type { Me } from '@foyer/contract/api/auth';

/** First name of the current address, else of the registration (HO-01). Null: the page just says "Welcome". */
export const firstNameOf = ({ user }: Me): string | null =>
  user.address?.firstName.trim() || user.firstName.trim() || null;

/**
 * Next charge in the sentence below the welcome (PY-03): the sum of all payments of the next day with one. It is 0 if credit
 * covers it.
 */
export const nextPaymentOf = ({ nextPayment, laterPayments }: AccountView): { date: string; cents: number } | null => {
  if (!nextPayment) return null;
  const date = nextPayment.processedDate;
  let cents = nextPayment.total;
  // pages show UTC days
  for (const { total, processedDate } of laterPayments) if (processedDate.startsWith(date.slice(0, 10))) cents += total;
  return { date, cents };
};

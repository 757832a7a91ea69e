import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { CreditableLine, Invoice, InvoiceLine, LedgerEntry, Refund } from '@foyer/domain/state/entities';
import { type AccountBooks, openBooks, withDerivedValues } from '@foyer/domain/testing/account-books';
import { loadBillingStates } from '../src/adapters/postgres/load-billing-states.ts';
import type { LoadedAccount } from '../src/services/billing/ports.ts';
import type { Harness } from './harness.ts';

/** Loads the whole history of an account with the values that the rules derive from it. */
const historyOf = async (h: Harness, { state }: LoadedAccount): Promise<AccountBooks> => {
  const all = <Row>(table: string) =>
    h.database.query<Row>(`SELECT * FROM ${table} WHERE account_id = $1`, [state.account.id]);
  return withDerivedValues({
    ...openBooks(state),
    allInvoices: await all<Invoice>('invoices'),
    attempts: await all<AccountBooks['attempts'][number]>('payment_attempts'),
    refunds: await all<Refund>('refunds'),
    ledger: await all<LedgerEntry>('ledger_entries'),
    lines: await h.database.query<InvoiceLine>(
      'SELECT l.* FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id WHERE i.account_id = $1',
      [state.account.id],
    ),
  });
};

/** Lines that can still be credited. */
const worthSomething = (lines: readonly CreditableLine[], now: number) =>
  lines
    .filter(({ amountCents, refundedCents, periodEnd }) => amountCents > refundedCents && (periodEnd ?? 0) > now)
    .map(({ id, subscriptionId, amountCents, taxRatePpm, refundedCents }) => ({
      ...{ id, subscriptionId, amountCents, taxRatePpm, refundedCents },
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** Values that the rules read: creditable lines, the tax of their period, and the coupons that lowered it. */
const lookedAt = (books: AccountBooks | LoadedAccount['state'], now: number) => {
  const lines = worthSomething(books.creditableLines, now);
  const subscriptions = [...new Set(lines.map(({ subscriptionId }) => subscriptionId))];
  return {
    lines,
    periods: subscriptions.map((id) => ({
      id,
      taxCents: books.periodTaxCents[id],
      coupons: [...new Set(books.periodCoupons[id] ?? [])].sort(),
    })),
  };
};

/** Returns these values as the optimized statements load them, and as the history gives them. */
export const compareWithHistory = async (
  h: Harness,
  accountId: AccountId,
): Promise<{ loaded: unknown; worked: unknown }> => {
  const needs = { lock: false, wallNow: h.wall.now(), hashEmail: (email: string) => [email] as const };
  const [account] = await loadBillingStates(h.database, [accountId], needs);
  if (!account) throw new Error(`there is no account ${accountId}`);
  const { state, now } = account;
  return { loaded: lookedAt(state, now), worked: lookedAt(await historyOf(h, account), now) };
};

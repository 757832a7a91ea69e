import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites } from '@foyer/domain/decision/draft';
import { grantCredit } from '@foyer/domain/operator/grant-credit';
import type { LoadedAccount } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, InOperatorTransaction, OperatorStore } from './ports.ts';

/** Open invoice that the credit was applied to, with the number of its receipt. */
export interface CreditUse {
  readonly id: string;
  readonly number: string;
  readonly amountCents: number;
  readonly isPaid: boolean;
}

/** Result of a grant: the new balance (negative is credit), and the invoices it was applied to. */
export interface CreditGranted {
  readonly balanceCents: number;
  readonly uses: readonly CreditUse[];
}

/**
 * Whether an equal grant within the last hour is refused. A refund is limited by the payment, a grant by nothing. The
 * idempotency key detects a repeated request, but not two operators who grant the same.
 */
export type Repeats = 'refused within the hour' | 'meant';

/** Amounts of the grant that were applied to invoices open before. */
const usesOf = async (
  store: OperatorStore,
  { invoices: before }: LoadedAccount['state'],
  { invoices: after }: BillingWrites,
): Promise<CreditUse[]> => {
  const uses: CreditUse[] = [];
  for (const { id, creditAppliedCents, status } of after) {
    const usedBefore = before.find((invoice) => invoice.id === id)?.creditAppliedCents ?? creditAppliedCents;
    const amountCents = creditAppliedCents - usedBefore;
    if (amountCents <= 0) continue;
    const number = (await store.invoiceOf(id))?.number ?? id;
    uses.push({ id, number, amountCents, isPaid: status === 'paid' });
  }
  return uses;
};

/**
 * Grants credit to an account and pays open invoices with it. An equal amount within an hour is refused with
 * `granted_before`, unless the caller confirms it.
 */
export const makeGrantCredit =
  ({ ruleContext, wallNow, newId }: Platform, { inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (
    account: string,
    amountCents: number,
    by: By,
    repeats: Repeats = 'refused within the hour',
  ): Promise<CreditGranted> =>
    inTransaction(async (store) => {
      const subject = { type: 'account', id: account } as const;
      const accountId = await store.accountOf(account);
      if (accountId === null) throw refusedCommand('not_found', subject);
      const { state, now } = await lockAccountOrRefuse(store, accountId);
      const isUnsure = repeats === 'refused within the hour';
      if (isUnsure && (await store.wasGranted(accountId, amountCents, wallNow() - HOUR_MS, by)))
        throw refusedCommand('granted_before', subject);
      const grantId = newId('audit');
      const writes = orRefuse(grantCredit(state, grantId, amountCents, ruleContext(now)), subject);
      await store.store(writes);
      const uses = await usesOf(store, state, writes);
      const paidInvoices = uses.filter(({ isPaid }) => isPaid).map(({ id }) => id);
      const { balanceCents } = writes.account;
      await store.record({
        ...by,
        accountId,
        action: 'grant_credit',
        subjectId: accountId,
        after: { grantId, amountCents, balanceCents, paidInvoices, ...(repeats === 'meant' && { again: true }) },
        domainAt: now,
      });
      return { balanceCents, uses };
    });

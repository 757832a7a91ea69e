import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites, RuleContext } from '@foyer/domain/billing/draft';
import { grantCredit } from '@foyer/domain/billing/grant-credit';
import type { Decision } from '@foyer/domain/billing/operator-decision';
import { voidByVendor, writeOffByVendor } from '@foyer/domain/billing/operator-invoice';
import { payOutCredit } from '@foyer/domain/billing/pay-out-credit';
import type { LoadedAccount } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import {
  type By,
  type CloseChallengesOf,
  type InOperatorTransaction,
  type OperatorReads,
  OperatorRefused,
  type OperatorStore,
  orRefuseOperator,
} from './ports.ts';

interface ChangeBooksDependencies {
  readonly inTransaction: InOperatorTransaction;
}

/** The account, locked to the end of the transaction; whoever typed another one's name is told so. */
export const lockOrRefuse = async (store: OperatorStore, accountId: AccountId): Promise<LoadedAccount> => {
  const loaded = await store.lockAccount(accountId);
  if (!loaded) throw new OperatorRefused('not_found');
  return loaded;
};

/** An open invoice that credit was used for at once, with the number on its receipt. */
export interface CreditUse {
  readonly id: string;
  readonly number: string;
  readonly amountCents: number;
  readonly isPaid: boolean;
}

/** What credit came to: the balance then (negative is credit), and the invoices it was used for. */
export interface CreditGranted {
  readonly balanceCents: number;
  readonly uses: readonly CreditUse[];
}

/**
 * How a gift that was asked for twice is known from two gifts: a refund is bounded by what was paid, a gift by nothing, and
 * a request's key tells a repeated request, not two people who do the same.
 */
export type Repeats = 'refused within the hour' | 'meant';

/** What a gift was used for: of each invoice that was open before, by how much its credit has grown. */
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
 * Gives credit to an account. Open invoices are paid with it at once. The same amount is refused a second time within an
 * hour, whoever gave it and by whatever way, unless the caller confirms it.
 */
export const makeGrantCredit =
  ({ ruleContext, wallNow, newId }: Platform, { inTransaction }: ChangeBooksDependencies) =>
  (
    account: string,
    amountCents: number,
    by: By,
    repeats: Repeats = 'refused within the hour',
  ): Promise<CreditGranted> =>
    inTransaction(async (store) => {
      const accountId = await store.accountOf(account);
      if (accountId === null) throw new OperatorRefused('not_found');
      const { state, now } = await lockOrRefuse(store, accountId);
      const isUnsure = repeats === 'refused within the hour';
      if (isUnsure && (await store.wasGranted(accountId, amountCents, wallNow() - HOUR_MS, by)))
        throw new OperatorRefused('granted_before');
      const grantId = newId('audit');
      const writes = orRefuseOperator(grantCredit(state, grantId, amountCents, ruleContext(now)));
      await store.store(writes);
      const uses = await usesOf(store, state, writes);
      const paidInvoices = uses.filter(({ isPaid }) => isPaid).map(({ id }) => id);
      const { balanceCents } = writes.account;
      await store.record({
        ...by,
        accountId,
        action: 'grant_credit',
        subjectType: 'account',
        subjectId: accountId,
        after: { grantId, amountCents, balanceCents, paidInvoices, ...(repeats === 'meant' && { again: true }) },
        domainAt: now,
      });
      return { balanceCents, uses };
    });

/** How much credit left the account, and the balance then (negative is credit). */
export interface CreditPaidOut {
  readonly amountCents: number;
  readonly balanceCents: number;
}

/** What credit is paid out by: a command of its own, or a refund that was made at the gateway. */
interface PayOut {
  readonly named: 'payOutId' | 'gatewayRef';
  readonly id: string;
  /** All there is when it is null. */
  readonly wantedCents: number | null;
}

/** Takes credit out of a locked account and puts it on the record. */
export const payOutOnRecord = async (
  store: OperatorStore,
  { state, now }: LoadedAccount,
  { named, id, wantedCents }: PayOut,
  by: By,
  ruleContext: Platform['ruleContext'],
): Promise<CreditPaidOut> => {
  const { id: accountId } = state.account;
  const { writes, amountCents } = orRefuseOperator(payOutCredit(state, id, wantedCents, ruleContext(now)));
  await store.store(writes);
  const { balanceCents } = writes.account;
  await store.record({
    ...by,
    accountId,
    action: 'pay_out_credit',
    subjectType: 'account',
    subjectId: accountId,
    after: { [named]: id, amountCents, balanceCents },
    domainAt: now,
  });
  return { amountCents, balanceCents };
};

/**
 * Records that the vendor paid out credit, all of it when no amount is named. The money itself is sent outside of Foyer.
 */
export const makePayOutCredit =
  ({ ruleContext, newId }: Platform, { inTransaction }: ChangeBooksDependencies) =>
  (account: string, wantedCents: number | null, by: By): Promise<CreditPaidOut> =>
    inTransaction(async (store) => {
      const accountId = await store.accountOf(account);
      if (accountId === null) throw new OperatorRefused('not_found');
      const loaded = await lockOrRefuse(store, accountId);
      return payOutOnRecord(store, loaded, { named: 'payOutId', id: newId('audit'), wantedCents }, by, ruleContext);
    });

type InvoiceRule = (state: LoadedAccount['state'], invoiceId: string, context: RuleContext) => Decision<BillingWrites>;

/** What became of an invoice, and of the subscriptions that ended with it. */
export interface InvoiceDecided {
  readonly invoiceId: string;
  readonly endedSubscriptions: readonly string[];
}

interface DecideInvoiceDependencies extends ChangeBooksDependencies {
  readonly reads: Pick<OperatorReads, 'invoiceOf'>;
  readonly closeChallenges: CloseChallengesOf;
}

/**
 * Voids an invoice or writes it off. An open challenge for it is ended at the gateway first. When the gateway answers that
 * the money was taken, the invoice is paid. A purchase that the challenge was for is undone together with its invoice, so
 * nothing is left to void.
 */
const makeDecideInvoice =
  (action: 'void' | 'write_off', rule: InvoiceRule) =>
  ({ ruleContext }: Platform, { inTransaction, reads, closeChallenges }: DecideInvoiceDependencies) =>
  async (invoice: string, by: By): Promise<InvoiceDecided> => {
    const found = await reads.invoiceOf(invoice);
    if (!found) throw new OperatorRefused('not_found');
    const { id: invoiceId, accountId } = found;
    if (found.status === 'open') await closeChallenges(accountId, [invoiceId]);
    return inTransaction(async (store) => {
      const { state, now } = await lockOrRefuse(store, accountId);
      const after = await store.invoiceOf(invoiceId);
      const isUndone = action === 'void' && found.status === 'open' && after?.status === 'void';
      // The account's rules see open and uncollectible invoices only: any other that exists is decided.
      if (!isUndone && !state.invoices.some(({ id }) => id === invoiceId)) throw new OperatorRefused('not_open');
      const writes = isUndone ? null : orRefuseOperator(rule(state, invoiceId, ruleContext(now)));
      if (writes) await store.store(writes);
      const ended = writes?.subscriptions.filter(({ endedAt }) => endedAt !== null) ?? [];
      const endedSubscriptions = ended.map(({ id }) => id);
      const status = writes?.invoices.find(({ id }) => id === invoiceId)?.status ?? after?.status;
      await store.record({
        ...by,
        accountId,
        action,
        subjectType: 'invoice',
        subjectId: invoiceId,
        after: { status, endedSubscriptions },
        domainAt: now,
      });
      return { invoiceId, endedSubscriptions };
    });
  };

/** Voids an open invoice: nothing is owed, and what waited for it ends. */
export const makeVoidInvoice = makeDecideInvoice('void', voidByVendor);

/** Gives an open invoice up as uncollectible; the customer may still pay it. */
export const makeWriteOff = makeDecideInvoice('write_off', writeOffByVendor);

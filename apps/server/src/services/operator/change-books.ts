import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingWrites, RuleContext } from '@foyer/domain/billing/draft';
import { grantCredit } from '@foyer/domain/billing/grant-credit';
import type { Decision } from '@foyer/domain/billing/operator-decision';
import { voidByVendor, writeOffByVendor } from '@foyer/domain/billing/operator-invoice';
import { payOutCredit } from '@foyer/domain/billing/pay-out-credit';
import type { LoadedAccount } from '../billing/ports.ts';
import { type By, type InOperatorTransaction, OperatorRefused, type OperatorStore, orRefuseOperator } from './ports.ts';

export interface ChangeBooksNeeds {
  readonly inTransaction: InOperatorTransaction;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly newGrantId: () => string;
}

export const lockOrRefuse = async (store: OperatorStore, accountId: AccountId): Promise<LoadedAccount> => {
  const loaded = await store.lockAccount(accountId);
  if (!loaded) throw new OperatorRefused('not_found');
  return loaded;
};

/** What credit came to: the balance then (negative is credit), and the invoices it paid. */
export interface CreditGranted {
  readonly balanceCents: number;
  readonly paidInvoices: readonly string[];
}

/** Gives credit to an account; open invoices are paid with it at once (billing.md §2.7). */
export const makeGrantCredit =
  ({ inTransaction, ruleContext, newGrantId }: ChangeBooksNeeds) =>
  (account: string, amountCents: number, by: By): Promise<CreditGranted> =>
    inTransaction(async (store) => {
      const accountId = await store.accountOf(account);
      if (accountId === null) throw new OperatorRefused('not_found');
      const { state, now } = await lockOrRefuse(store, accountId);
      const grantId = newGrantId();
      const writes = orRefuseOperator(grantCredit(state, grantId, amountCents, ruleContext(now)));
      await store.store(writes);
      const paidInvoices = writes.invoices.filter(({ status }) => status === 'paid').map(({ id }) => id);
      const { balanceCents } = writes.account;
      await store.record({
        ...by,
        accountId,
        action: 'grant_credit',
        subjectType: 'account',
        subjectId: accountId,
        after: { grantId, amountCents, balanceCents, paidInvoices },
        domainAt: now,
      });
      return { balanceCents, paidInvoices };
    });

/** Notes that the vendor paid credit back, all of it when no amount is named (billing.md §1.5). Its money goes its own way. */
export const makePayOutCredit =
  ({ inTransaction, ruleContext, newGrantId }: ChangeBooksNeeds) =>
  (account: string, wantedCents: number | null, by: By): Promise<{ amountCents: number; balanceCents: number }> =>
    inTransaction(async (store) => {
      const accountId = await store.accountOf(account);
      if (accountId === null) throw new OperatorRefused('not_found');
      const { state, now } = await lockOrRefuse(store, accountId);
      const payOutId = newGrantId();
      const { writes, amountCents } = orRefuseOperator(payOutCredit(state, payOutId, wantedCents, ruleContext(now)));
      await store.store(writes);
      const { balanceCents } = writes.account;
      await store.record({
        ...by,
        accountId,
        action: 'pay_out_credit',
        subjectType: 'account',
        subjectId: accountId,
        after: { payOutId, amountCents, balanceCents },
        domainAt: now,
      });
      return { amountCents, balanceCents };
    });

type InvoiceRule = (state: LoadedAccount['state'], invoiceId: string, context: RuleContext) => Decision<BillingWrites>;

/** What became of an invoice, and of the subscriptions that ended with it. */
export interface InvoiceDecided {
  readonly invoiceId: string;
  readonly endedSubscriptions: readonly string[];
}

const makeDecideInvoice =
  (action: string, rule: InvoiceRule) =>
  ({ inTransaction, ruleContext }: Omit<ChangeBooksNeeds, 'newGrantId'>) =>
  (invoice: string, by: By): Promise<InvoiceDecided> =>
    inTransaction(async (store) => {
      const found = await store.invoiceOf(invoice);
      if (!found) throw new OperatorRefused('not_found');
      const { state, now } = await lockOrRefuse(store, found.accountId);
      // The account's rules see open and uncollectible invoices only: any other that exists is decided.
      if (!state.invoices.some(({ id }) => id === found.id)) throw new OperatorRefused('not_open');
      const writes = orRefuseOperator(rule(state, found.id, ruleContext(now)));
      await store.store(writes);
      const endedSubscriptions = writes.subscriptions.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id);
      await store.record({
        ...by,
        accountId: found.accountId,
        action,
        subjectType: 'invoice',
        subjectId: found.id,
        after: { status: writes.invoices.find(({ id }) => id === found.id)?.status, endedSubscriptions },
        domainAt: now,
      });
      return { invoiceId: found.id, endedSubscriptions };
    });

/** Voids an open invoice: nothing is owed, and what waited for it ends. */
export const makeVoidInvoice = makeDecideInvoice('void', voidByVendor);

/** Gives an open invoice up as uncollectible; the customer may still pay it. */
export const makeWriteOff = makeDecideInvoice('write_off', writeOffByVendor);

import type { BillingWrites, RuleContext } from '@foyer/domain/decision/draft';
import type { Result } from '@foyer/domain/result';
import type { LoadedAccount } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, CloseChallengesOf, InOperatorTransaction, OperatorReads } from './ports.ts';

type InvoiceRule = (state: LoadedAccount['state'], invoiceId: string, context: RuleContext) => Result<BillingWrites>;

/** Decided invoice, and the subscriptions that ended with it. */
export interface InvoiceDecided {
  readonly invoiceId: string;
  readonly endedSubscriptions: readonly string[];
}

interface DecideInvoiceDependencies {
  readonly inTransaction: InOperatorTransaction;
  readonly reads: Pick<OperatorReads, 'invoiceOf'>;
  readonly closeChallenges: CloseChallengesOf;
}

/**
 * Voids an invoice or writes it off. An open challenge for it is ended at the gateway first. If the gateway took the money,
 * the invoice is paid and the command is refused. If the challenge belonged to a purchase, ending it voids the invoice, so
 * nothing is left to void.
 */
export const makeDecideInvoice =
  (action: 'void' | 'write_off', rule: InvoiceRule) =>
  ({ ruleContext }: Platform, { inTransaction, reads, closeChallenges }: DecideInvoiceDependencies) =>
  async (invoice: string, by: By): Promise<InvoiceDecided> => {
    const subject = { type: 'invoice', id: invoice } as const;
    const found = await reads.invoiceOf(invoice);
    if (!found) throw refusedCommand('not_found', subject);
    const { id: invoiceId, accountId } = found;
    if (found.status === 'open') await closeChallenges(accountId, [invoiceId]);
    return inTransaction(async (store) => {
      const { state, now } = await lockAccountOrRefuse(store, accountId);
      const after = await store.invoiceOf(invoiceId);
      const isUndone = action === 'void' && found.status === 'open' && after?.status === 'void';
      // The rules get open and uncollectible invoices only, so any other existing invoice is already decided.
      if (!isUndone && !state.invoices.some(({ id }) => id === invoiceId)) throw refusedCommand('not_open', subject);
      const writes = isUndone ? null : orRefuse(rule(state, invoiceId, ruleContext(now)), subject);
      if (writes) await store.store(writes);
      const ended = writes?.subscriptions.filter(({ endedAt }) => endedAt !== null) ?? [];
      const endedSubscriptions = ended.map(({ id }) => id);
      const status = writes?.invoices.find(({ id }) => id === invoiceId)?.status ?? after?.status;
      await store.record({
        ...by,
        accountId,
        action,
        subjectId: invoiceId,
        after: { status, endedSubscriptions },
        domainAt: now,
      });
      return { invoiceId, endedSubscriptions };
    });
  };

import { payOutCredit } from '@foyer/domain/operator/pay-out-credit';
import type { LoadedAccount } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, type RefusalSubject, refusedCommand } from '../refused.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, InOperatorTransaction, OperatorStore } from './ports.ts';

/** Amount paid out, and the new balance (negative is credit). */
export interface CreditPaidOut {
  readonly amountCents: number;
  readonly balanceCents: number;
}

/** Cause of a payout: a command, or a refund made at the gateway. */
interface PayOut {
  readonly named: 'payOutId' | 'gatewayRef';
  readonly id: string;
  /** Null pays out all credit. */
  readonly wantedCents: number | null;
}

/** Pays credit out of a locked account and writes the audit entry. */
export const recordPayOut = async (
  store: OperatorStore,
  { state, now }: LoadedAccount,
  { named, id, wantedCents }: PayOut,
  by: By,
  ruleContext: Platform['ruleContext'],
): Promise<CreditPaidOut> => {
  const { id: accountId } = state.account;
  const subject: RefusalSubject = named === 'gatewayRef' ? { type: 'refund', id } : { type: 'account', id: accountId };
  const { writes, amountCents } = orRefuse(payOutCredit(state, id, wantedCents, ruleContext(now)), subject);
  await store.store(writes);
  const { balanceCents } = writes.account;
  await store.record({
    ...by,
    accountId,
    action: 'pay_out_credit',
    subjectId: accountId,
    after: { [named]: id, amountCents, balanceCents },
    domainAt: now,
  });
  return { amountCents, balanceCents };
};

/** Records that the vendor paid credit out, all of it if no amount is given. Foyer does not send the money. */
export const makePayOutCredit =
  ({ ruleContext, newId }: Platform, { inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (account: string, wantedCents: number | null, by: By): Promise<CreditPaidOut> =>
    inTransaction(async (store) => {
      const accountId = await store.accountOf(account);
      if (accountId === null) throw refusedCommand('not_found', { type: 'account', id: account });
      const loaded = await lockAccountOrRefuse(store, accountId);
      return recordPayOut(store, loaded, { named: 'payOutId', id: newId('audit'), wantedCents }, by, ruleContext);
    });

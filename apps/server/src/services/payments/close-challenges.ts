import type { AccountId, InvoiceId } from '@foyer/contract/vocabulary/ids';
import type { Attempt } from '@foyer/domain/state/entities';
import { type BillingReads, GatewayRejected, GatewayUnavailable, type PaymentGateway } from '../billing/ports.ts';
import { type Deadline, startDeadline, type Timeouts } from '../gateway-deadline.ts';
import type { SendAttempt } from './charge.ts';
import type { SettleSetup } from './settle-setup.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'openChallenges'>;
  readonly gateway: Pick<PaymentGateway, 'cancel'>;
  readonly sendAttempt: SendAttempt;
  readonly settleSetup: SettleSetup;
  readonly timeouts: Timeouts;
}

/**
 * Closes the open challenges of an account, of payments and card setups. With `ofInvoices` it closes only those of these
 * invoices.
 */
export type CloseChallenges = (accountId: AccountId, ofInvoices?: readonly InvoiceId[]) => Promise<void>;

const endSetup = async (
  { id, accountId, gatewayIntentRef }: Attempt,
  { gateway, settleSetup }: Pick<Dependencies, 'gateway' | 'settleSetup'>,
  { withinDeadline }: Deadline,
): Promise<void> => {
  if (gatewayIntentRef === null) return;
  try {
    const { state } = await withinDeadline(() => gateway.cancel(gatewayIntentRef));
    await settleSetup(accountId, id, state);
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
    // Saving a card charges nothing, so it can be closed without a response of the gateway.
    await settleSetup(accountId, id, { kind: 'errored' });
  }
};

/**
 * Closes every open challenge of the customer, so that none blocks a new order. Each is canceled at the gateway first. If its
 * payment succeeded meanwhile, the success counts. All challenges share one deadline.
 */
export const makeCloseChallenges =
  (needs: Dependencies): CloseChallenges =>
  async (accountId, ofInvoices) => {
    const deadline = startDeadline(needs.timeouts);
    for (const attempt of await needs.reads.openChallenges(accountId)) {
      if (ofInvoices && (attempt.invoiceId === null || !ofInvoices.includes(attempt.invoiceId))) continue;
      if (attempt.kind === 'setup') await endSetup(attempt, needs, deadline);
      else await needs.sendAttempt(attempt.id, deadline);
    }
  };

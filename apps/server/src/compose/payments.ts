import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { wantsAddressFirst } from '@foyer/contract/vocabulary/plans';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { bounded } from '../adapters/bounded.ts';
import { newId } from '../adapters/new-id.ts';
import { makeReplacedCard } from '../adapters/postgres/card-rows.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { makeLostAttempts } from '../adapters/postgres/lost-attempts.ts';
import { makePurchaseReads } from '../adapters/postgres/purchase-reads.ts';
import { makeWebhookStore } from '../adapters/postgres/webhook-store.ts';
import { makeAddCard } from '../services/billing/add-card.ts';
import { GATEWAY_CONCURRENCY, makeSendAttempts } from '../services/billing/charge-batch.ts';
import { makeConfirmAttempt } from '../services/billing/confirm-attempt.ts';
import { makeDetachCard } from '../services/billing/detach-card.ts';
import { makeFollowDispute } from '../services/billing/follow-dispute.ts';
import { makeKeepLeases } from '../services/billing/keep-leases.ts';
import { makeOrDeclined } from '../services/billing/or-declined.ts';
import type {
  BillingReads,
  FollowRefunds,
  GatewayCustomer,
  InBillingTransaction,
  PaymentGateway,
} from '../services/billing/ports.ts';
import { makeRecoverSetups } from '../services/billing/recover-setups.ts';
import { makeProcessWebhooks, makeReceiveWebhook } from '../services/billing/webhooks.ts';
import { WORKER_TIMEOUTS } from '../services/gateway-deadline.ts';
import type { composeCharging } from './charging.ts';

export interface PaymentNeeds extends ReturnType<typeof composeCharging> {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly reads: BillingReads;
  readonly inTransaction: InBillingTransaction;
  readonly people: { readonly gatewayCustomer: (accountId: AccountId) => Promise<GatewayCustomer> };
  readonly followRefunds: FollowRefunds;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly wallNow: () => Instant;
  readonly wait: (ms: number) => Promise<void>;
  readonly kick: () => void;
  readonly onFault: (error: unknown, about: string) => void;
}

/** Joins what talks to the payment gateway: charging, cards, challenges of banks, and the gateway's own events. */
export const composePayments = (needs: PaymentNeeds) => {
  const { gateway, reads } = needs;
  const onPaymentFault = (error: unknown, id: string) => needs.onFault(error, `payment ${id}`);
  const { sendAttempt, settleCharge, followCharge, settleSetup, closeChallenges } = needs;
  const { prolong, takeOpenSetups } = makeLostAttempts(needs.database);
  const orDeclined = makeOrDeclined(gateway);
  const purchases = makePurchaseReads(needs.database);
  const following = { reads, gateway, followCharge, settleSetup };
  const store = makeWebhookStore(needs.database);
  return {
    sendAttempts: makeSendAttempts({
      ...needs,
      timeouts: WORKER_TIMEOUTS,
      onFault: onPaymentFault,
      sendAttempt,
      settleCharge,
      atGateway: bounded(GATEWAY_CONCURRENCY, Number.POSITIVE_INFINITY),
      keepLeases: makeKeepLeases({ prolong, onFault: needs.onFault }),
    }),
    orDeclined,
    purchases,
    services: {
      addCard: makeAddCard({
        ...needs,
        gatewayCustomer: needs.people.gatewayCustomer,
        closeChallenges,
        settleSetup,
        orDeclined,
        newId,
        addressFirst: wantsAddressFirst,
      }),
      confirmAttempt: makeConfirmAttempt({ ...following, closeChallenges, orDeclined, purchases }),
      receiveWebhook: makeReceiveWebhook({ gateway, store, wallNow: needs.wallNow, kick: needs.kick }),
    },
    detachCard: makeDetachCard({
      gateway,
      replacedCard: makeReplacedCard(needs.database),
      onFault: (error, id) => needs.onFault(error, `detaching card ${id}`),
    }),
    recoverSetups: makeRecoverSetups({ takeOpenSetups, gateway, settleSetup, onFault: onPaymentFault }),
    processWebhooks: makeProcessWebhooks({
      ...following,
      followRefunds: needs.followRefunds,
      followDispute: makeFollowDispute({ ...needs, onFault: onPaymentFault }),
      store,
      onFault: (error, id) => needs.onFault(error, `gateway event ${id}`),
    }),
  };
};

import { bounded } from '../adapters/bounded.ts';
import { makeReplacedCard } from '../adapters/postgres/card-rows.ts';
import { makeLostAttempts } from '../adapters/postgres/lost-attempts.ts';
import { makeWebhookStore } from '../adapters/postgres/webhook-store.ts';
import { brandOfKey } from '../brands.ts';
import type { FollowRefunds } from '../services/billing/ports.ts';
import { WORKER_TIMEOUTS } from '../services/gateway-deadline.ts';
import { makeAddCard } from '../services/payments/add-card.ts';
import { GATEWAY_CONCURRENCY, makeSendAttempts } from '../services/payments/charge-batch.ts';
import { makeConfirmAttempt } from '../services/payments/confirm-attempt.ts';
import { makeDetachCard } from '../services/payments/detach-card.ts';
import { makeFollowDispute } from '../services/payments/follow-dispute.ts';
import { makeProlongLeases } from '../services/payments/prolong-leases.ts';
import { makeRecoverSetups } from '../services/payments/recover-setups.ts';
import { makeProcessWebhooks, makeReceiveWebhook } from '../services/payments/webhooks.ts';
import type { Base } from './base.ts';
import type { Charging } from './charging.ts';

/** Connects the use cases that call the payment gateway: charges, cards, challenges and webhook events. */
export const composePayments = (base: Base, charging: Charging, followRefunds: FollowRefunds) => {
  const { platform, gateway, reads, throwUnlessSucceeded, purchases } = base;
  const needs = { ...base, ...charging };
  const { sendAttempt, settleCharge, followCharge, settleSetup, closeChallenges } = charging;
  const { prolong, takeOpenSetups } = makeLostAttempts(needs.database);
  const following = { reads, gateway, followCharge, settleSetup };
  const store = makeWebhookStore(needs.database);
  return {
    sendAttempts: makeSendAttempts(platform, {
      ...needs,
      timeouts: WORKER_TIMEOUTS,
      sendAttempt,
      settleCharge,
      atGateway: bounded(GATEWAY_CONCURRENCY, Number.POSITIVE_INFINITY),
      prolongLeases: makeProlongLeases(platform, { prolong }),
    }),
    services: {
      addCard: makeAddCard(platform, {
        ...needs,
        gatewayCustomer: needs.accountReads.gatewayCustomer,
        closeChallenges,
        settleSetup,
        throwUnlessSucceeded,
        addressFirst: (brand: string) => brandOfKey(base.vendor.brands, brand).addressFirst,
      }),
      confirmAttempt: makeConfirmAttempt({ ...following, closeChallenges, throwUnlessSucceeded, purchases }),
      receiveWebhook: makeReceiveWebhook(platform, { gateway, store }),
    },
    detachCard: makeDetachCard(platform, {
      gateway,
      replacedCard: makeReplacedCard(needs.database),
    }),
    recoverSetups: makeRecoverSetups(platform, { takeOpenSetups, gateway, settleSetup }),
    processWebhooks: makeProcessWebhooks(platform, {
      ...following,
      followRefunds,
      followDispute: makeFollowDispute(platform, needs),
      store,
    }),
  };
};

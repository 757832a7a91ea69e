import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import Stripe from 'stripe';
import type {
  ChargeAnswer,
  FoundPayment,
  FoundRefund,
  GatewayCharge,
  GatewayIntent,
  GatewayRefund,
  ListedCard,
  ListedRefund,
  LostDispute,
  PaymentGateway,
  RefundAnswer,
  SaveCardAnswer,
  SaveCardOrder,
} from '../../../services/billing/ports.ts';
import { asEvent } from '../as-event.ts';
import { writeMetadata } from '../charge-metadata.ts';
import { SIGNATURE_TOLERANCE_MS } from '../signature.ts';
import { asFoundPayment, asPayment, asSetup, chargeStateOf, idOf, setupStateOf, viewCard } from './answers.ts';
import { declineOf, isMissing, withGatewayErrors } from './errors.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Webhook secrets. Two while one is replaced. */
  readonly webhookSecrets: readonly string[];
  /** Host of a fake Stripe API, for tests. */
  readonly api?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' };
}

/** API version that this adapter was written for. The default of a Stripe account may change. */
const API_VERSION = '2026-10-28.endive';
/** Time limit of one call by the background worker. A customer's request stops waiting earlier. */
const TIMEOUT_MS = 15 * SECOND_MS;
/** Allowed difference between Stripe's clock and the database's: payments made slightly before their row count too. */
const CLOCK_SLACK_SECONDS = 300;
const PAGE = 100;

const withCharge = { expand: ['latest_charge'] };
const withCard = { expand: ['payment_method'] };

const isSetup = (intentRef: string): boolean => intentRef.startsWith('seti_');

/** Creates a card from a one-time token. A payment method that the browser created is used unchanged. */
const cardOf = async (stripe: Stripe, { token, key }: SaveCardOrder): Promise<string> => {
  if (!token.startsWith('tok_')) return token;
  const made = await stripe.paymentMethods.create(
    { type: 'card', card: { token } },
    { idempotencyKey: `${key}:method` },
  );
  return made.id;
};

const saveCard = async (stripe: Stripe, order: SaveCardOrder): Promise<SaveCardAnswer> => {
  const { customerRef, attemptId, key } = order;
  const intent = await stripe.setupIntents.create(
    {
      customer: customerRef,
      payment_method: await cardOf(stripe, order),
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      confirm: true,
      use_stripe_sdk: true,
      metadata: { attempt_id: attemptId },
      ...withCard,
    },
    { idempotencyKey: key },
  );
  const state = setupStateOf(intent);
  if (state.kind === 'saved' || state.kind === 'requires_action' || state.kind === 'declined') return state;
  throw new Error(`setup ${intent.id}: status ${intent.status} is not expected after confirming; see it in Stripe`);
};

const charge = async (stripe: Stripe, order: GatewayCharge): Promise<ChargeAnswer> => {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.amountCents,
      currency: order.currency,
      customer: order.customerRef,
      payment_method: order.cardRef,
      allowed_payment_method_types: ['card'],
      confirm: true,
      off_session: !order.onSession,
      use_stripe_sdk: true,
      metadata: writeMetadata(order),
      ...withCharge,
    },
    { idempotencyKey: order.key },
  );
  const state = chargeStateOf(intent);
  if (state.kind === 'canceled' || state.kind === 'saved')
    throw new Error(`payment ${intent.id}: status ${intent.status} is not expected after confirming; see it in Stripe`);
  return state;
};

const retrieve = async (stripe: Stripe, ref: string): Promise<GatewayIntent> =>
  isSetup(ref)
    ? asSetup(await stripe.setupIntents.retrieve(ref, withCard))
    : asPayment(await stripe.paymentIntents.retrieve(ref, withCharge));

const cancel = async (stripe: Stripe, ref: string): Promise<GatewayIntent> => {
  try {
    return isSetup(ref)
      ? asSetup(await stripe.setupIntents.cancel(ref, withCard))
      : asPayment(await stripe.paymentIntents.cancel(ref, withCharge));
  } catch (error) {
    // Stripe refuses to cancel a decided intent, so its current state counts.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && !isMissing(error)) return retrieve(stripe, ref);
    throw error;
  }
};

const createdSince = (since: number) => ({
  created: { gte: Math.max(0, Math.floor(since / SECOND_MS) - CLOCK_SLACK_SECONDS) },
  limit: PAGE,
});

/** Lists intents since a time. Stripe's search is delayed, but this list is complete. */
const listPayments = async (stripe: Stripe, since: number, customer: string | null): Promise<FoundPayment[]> => {
  const found: FoundPayment[] = [];
  const query = { ...createdSince(since), ...(customer !== null && { customer }), expand: ['data.latest_charge'] };
  for await (const intent of stripe.paymentIntents.list(query)) found.push(asFoundPayment(intent));
  return found;
};

/** Lists the customer's intents since a time. Stripe's search is delayed, but this list is complete. */
const findByAttempt = async (
  stripe: Stripe,
  attemptId: string,
  customer: string,
  since: number,
): Promise<GatewayIntent | null> => {
  const pages = stripe.paymentIntents.list({ customer, ...createdSince(since), expand: ['data.latest_charge'] });
  for await (const intent of pages) {
    if (intent.metadata.attempt_id === attemptId) return asPayment(intent);
  }
  return null;
};

/** Detaches a card. A card that is already detached is no error, although Stripe refuses the call. */
const detachCard = async (stripe: Stripe, ref: string): Promise<void> => {
  try {
    await stripe.paymentMethods.detach(ref);
  } catch (error) {
    if (isMissing(error)) return;
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { customer } = await stripe.paymentMethods.retrieve(ref);
    if (customer !== null) throw error;
  }
};

const refundKinds: Readonly<Record<string, RefundAnswer['kind']>> = {
  succeeded: 'succeeded',
  pending: 'pending',
  requires_action: 'pending',
};

const asRefund = ({ id, status }: Stripe.Refund): RefundAnswer => ({
  kind: refundKinds[status ?? ''] ?? 'failed',
  refundRef: id,
});

const refund = async (stripe: Stripe, order: GatewayRefund): Promise<RefundAnswer> => {
  const { chargeRef: charge, amountCents: amount, refundId: refund_id, key } = order;
  return asRefund(await stripe.refunds.create({ charge, amount, metadata: { refund_id } }, { idempotencyKey: key }));
};

const asFoundRefund = (made: Stripe.Refund): FoundRefund => ({
  ...asRefund(made),
  refundId: made.metadata?.refund_id ?? null,
  amountCents: made.amount,
});

const refundsOf = async (stripe: Stripe, intentRef: string): Promise<FoundRefund[]> => {
  const refunds: FoundRefund[] = [];
  for await (const made of stripe.refunds.list({ payment_intent: intentRef, limit: PAGE }))
    refunds.push(asFoundRefund(made));
  return refunds;
};

const listRefunds = async (stripe: Stripe, since: number): Promise<ListedRefund[]> => {
  const refunds: ListedRefund[] = [];
  for await (const made of stripe.refunds.list(createdSince(since)))
    refunds.push({ ...asFoundRefund(made), intentRef: idOf(made.payment_intent) });
  return refunds;
};

/** Lists saved cards by their setups, newest first at Stripe. A replaced card is detached and has no customer. */
const listCards = async (stripe: Stripe, since: number): Promise<ListedCard[]> => {
  const cards: ListedCard[] = [];
  for await (const setup of stripe.setupIntents.list({ ...createdSince(since), expand: ['data.payment_method'] })) {
    const method = setup.payment_method;
    const customerRef = typeof method === 'object' ? idOf(method?.customer) : null;
    if (setup.status === 'succeeded' && setup.metadata?.attempt_id && customerRef !== null)
      cards.push({ customerRef, card: viewCard(method as Stripe.PaymentMethod) });
  }
  return cards.reverse();
};

const listLostDisputes = async (stripe: Stripe, since: number): Promise<LostDispute[]> => {
  const lost: LostDispute[] = [];
  for await (const { status, amount, payment_intent } of stripe.disputes.list(createdSince(since))) {
    const intentRef = idOf(payment_intent);
    if (status === 'lost' && intentRef !== null) lost.push({ intentRef, amountCents: amount });
  }
  return lost;
};

const lostCentsOf = async (stripe: Stripe, intentRef: string): Promise<number> => {
  let cents = 0;
  for await (const { status, amount } of stripe.disputes.list({ payment_intent: intentRef, limit: PAGE })) {
    if (status === 'lost') cents += amount;
  }
  return cents;
};

const CLOSED_DISPUTE: readonly Stripe.Dispute.Status[] = ['won', 'lost', 'warning_closed', 'prevented'];

const hasOpenDispute = async (stripe: Stripe, intentRef: string): Promise<boolean> => {
  for await (const { status } of stripe.disputes.list({ payment_intent: intentRef, limit: PAGE })) {
    if (!CLOSED_DISPUTE.includes(status)) return true;
  }
  return false;
};

/** Returns the reference of an event's object. For disputes and refunds it is their payment. */
const objectOf = (event: Stripe.Event): string | null => {
  const object = event.data.object as { id?: string; payment_intent?: string | { id: string } | null };
  if (event.type.startsWith('charge.') || event.type.startsWith('refund.')) return idOf(object.payment_intent);
  return object.id ?? null;
};

/** Gateway on the official SDK, without its own retries: Foyer retries under keys that it has stored. */
export const makeStripeGateway = (settings: StripeSettings): PaymentGateway => {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...settings.api,
  });
  const orDecline = async <T>(call: Promise<T>) => {
    try {
      return await call;
    } catch (error) {
      const declined = declineOf(error);
      if (declined) return declined;
      throw error;
    }
  };
  const orNullIfMissing = async <T>(call: Promise<T>): Promise<T | null> => {
    try {
      return await call;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  return {
    name: 'stripe',
    createCustomer: async (accountId, key) => {
      const made = await withGatewayErrors(
        stripe.customers.create({ metadata: { account_id: accountId } }, { idempotencyKey: key }),
      );
      return made.id;
    },
    saveCard: (order) => withGatewayErrors(orDecline(saveCard(stripe, order))),
    charge: (order) => withGatewayErrors(orDecline(charge(stripe, order))),
    retrieve: (ref) => withGatewayErrors(orNullIfMissing(retrieve(stripe, ref))),
    findByAttempt: (attemptId, customerRef, since) =>
      withGatewayErrors(findByAttempt(stripe, attemptId, customerRef, since)),
    listPayments: (since, customerRef) => withGatewayErrors(listPayments(stripe, since, customerRef)),
    cancel: (ref) => withGatewayErrors(cancel(stripe, ref)),
    detachCard: (cardRef) => withGatewayErrors(detachCard(stripe, cardRef)),
    deleteCustomer: async (customerRef) => {
      await withGatewayErrors(orNullIfMissing(stripe.customers.del(customerRef)));
    },
    refund: (order) => withGatewayErrors(refund(stripe, order)),
    refundsOf: (intentRef) => withGatewayErrors(refundsOf(stripe, intentRef)),
    listRefunds: (since) => withGatewayErrors(listRefunds(stripe, since)),
    listCards: (since) => withGatewayErrors(listCards(stripe, since)),
    listLostDisputes: (since) => withGatewayErrors(listLostDisputes(stripe, since)),
    lostCentsOf: (intentRef) => withGatewayErrors(lostCentsOf(stripe, intentRef)),
    hasOpenDispute: (intentRef) => withGatewayErrors(hasOpenDispute(stripe, intentRef)),
    readCard: async (cardRef) => {
      const method = await withGatewayErrors(orNullIfMissing(stripe.paymentMethods.retrieve(cardRef)));
      return method?.customer ? viewCard(method) : null;
    },
    readEvent: (raw, signature, now) => {
      const isSignedWith = (secret: string): boolean => {
        const seconds = SIGNATURE_TOLERANCE_MS / SECOND_MS;
        try {
          return (
            stripe.webhooks.signature?.verifyHeader(raw, signature ?? '', secret, seconds, undefined, now) ?? false
          );
        } catch {
          return false;
        }
      };
      if (!settings.webhookSecrets.some(isSignedWith)) return 'not_signed';
      try {
        const event = JSON.parse(raw.toString('utf8')) as Stripe.Event;
        return asEvent({ id: event.id, type: event.type, objectRef: objectOf(event) });
      } catch {
        return 'not_an_event';
      }
    },
    browserConfig: () => ({ gateway: 'stripe', publishableKey: settings.publishableKey }),
  };
};

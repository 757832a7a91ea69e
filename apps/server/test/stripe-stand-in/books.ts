import { randomBytes } from 'node:crypto';
import {
  authenticationFailed,
  authenticationRequired,
  cardByToken,
  type Decline,
  type Reaction,
} from '../../src/adapters/payment-gateway/sandbox/behaviours.ts';
import { type Form, inner, text } from './form.ts';

/** An answer of the API: its status and body. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: object;
}

interface Method {
  readonly id: string;
  readonly object: 'payment_method';
  readonly type: 'card';
  customer: string | null;
  readonly card: object;
  readonly token: string;
}

interface Intent {
  readonly id: string;
  readonly object: 'payment_intent' | 'setup_intent';
  status: string;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly payment_method: string;
  readonly metadata: Form;
  readonly client_secret: string;
  readonly created: number;
  latest_charge: string | null;
  last_payment_error: object | null;
  last_setup_error: object | null;
  /** Reaction of the card after the answer of the bank. */
  result: 'ok' | Decline;
}

const ref = (prefix: string): string => `${prefix}_${randomBytes(10).toString('hex')}`;
const ok = (body: object): ApiAnswer => ({ status: 200, body });

/** As Stripe words its refusals. */
export const apiError = (status: number, type: string, code: string, more: object = {}): ApiAnswer => ({
  status,
  body: { error: { type, code, message: `${type}: ${code}`, ...more } },
});
const missingError = () => apiError(404, 'invalid_request_error', 'resource_missing');
const unexpectedStateError = () => apiError(400, 'invalid_request_error', 'payment_intent_unexpected_state');

const cardError = ({ code, declineCode, message }: Decline): { type: string; code: string; message: string } => ({
  type: 'card_error',
  code,
  message,
  ...(declineCode === null ? {} : { decline_code: declineCode }),
});

/** The books of one Stripe account in test mode: customers, cards, payments and refunds, and what happens to them. */
export const makeBooks = (now: () => number) => {
  const customers = new Map<string, { id: string; deleted: boolean }>();
  const methods = new Map<string, Method>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, { id: string; amount: number; refunded: number; intent: string }>();
  const refunds = new Map<
    string,
    { id: string; object: 'refund'; amount: number; charge: string; status: string; created: number }
  >();
  const disputes: {
    id: string;
    object: 'dispute';
    payment_intent: string;
    amount: number;
    status: string;
    created: number;
  }[] = [];

  const card = (token: string): object | null => {
    const known = cardByToken(token);
    if (!known) return null;
    const fingerprint = Buffer.from(known.token).toString('hex').slice(-16);
    return { brand: known.brand, last4: known.last4, exp_month: 12, exp_year: 2040, country: 'US', fingerprint };
  };
  const addMethod = (token: string): Method | null => {
    const details = card(token);
    if (!details) return null;
    const made: Method = {
      id: ref('pm'),
      object: 'payment_method',
      type: 'card',
      customer: null,
      card: details,
      token,
    };
    methods.set(made.id, made);
    return made;
  };
  /** Stripe's published `pm_card_…` may be used wherever a card may. */
  const findMethod = (id: string): Method | null =>
    methods.get(id) ?? (id.startsWith('pm_card_') ? addMethod(id) : null);

  const viewIntent = (intent: Intent): object => ({
    ...intent,
    result: undefined,
    payment_method: intent.object === 'setup_intent' ? methods.get(intent.payment_method) : intent.payment_method,
  });
  const refuse = (intent: Intent, decline: Decline): ApiAnswer => {
    const error = cardError(decline);
    intent.status = 'requires_payment_method';
    if (intent.object === 'payment_intent') intent.last_payment_error = error;
    else intent.last_setup_error = error;
    return { status: 402, body: { error: { ...error, [intent.object]: viewIntent(intent) } } };
  };
  const succeed = (intent: Intent): ApiAnswer => {
    intent.status = 'succeeded';
    const method = methods.get(intent.payment_method);
    if (intent.object === 'setup_intent' && method) method.customer = intent.customer;
    if (intent.object === 'payment_intent') {
      const charge = { id: ref('ch'), amount: intent.amount, refunded: 0, intent: intent.id };
      charges.set(charge.id, charge);
      intent.latest_charge = charge.id;
    }
    return ok(viewIntent(intent));
  };
  const confirm = (intent: Intent, reaction: Reaction): ApiAnswer => {
    if (typeof reaction === 'object' && 'code' in reaction) return refuse(intent, reaction);
    if (typeof reaction === 'object' && 'challenge' in reaction) {
      intent.status = 'requires_action';
      intent.result = reaction.result;
      return ok(viewIntent(intent));
    }
    if (reaction !== 'processing') return succeed(intent);
    intent.status = 'processing';
    return ok(viewIntent(intent));
  };
  const open = (object: Intent['object'], form: Form, method: Method): Intent => {
    const id = ref(object === 'payment_intent' ? 'pi' : 'seti');
    const intent: Intent = {
      id,
      object,
      status: 'requires_confirmation',
      amount: Number(text(form, 'amount') || 0),
      currency: text(form, 'currency'),
      customer: text(form, 'customer'),
      payment_method: method.id,
      metadata: inner(form, 'metadata'),
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      created: Math.floor(now() / 1000),
      latest_charge: null,
      last_payment_error: null,
      last_setup_error: null,
      result: 'ok',
    };
    intents.set(id, intent);
    return intent;
  };
  const isThere = (customer: string): boolean => customers.get(customer)?.deleted === false;

  return {
    createCustomer: () => {
      const made = { id: ref('cus'), object: 'customer', deleted: false };
      customers.set(made.id, made);
      return ok(made);
    },
    deleteCustomer: (id: string) => {
      const customer = customers.get(id);
      if (!customer || customer.deleted) return missingError();
      customer.deleted = true;
      for (const method of methods.values()) if (method.customer === id) method.customer = null;
      return ok({ id, object: 'customer', deleted: true });
    },
    createMethod: (form: Form) => {
      const token = text(inner(form, 'card'), 'token');
      const saving = cardByToken(token)?.save;
      if (typeof saving === 'object' && 'code' in saving) return { status: 402, body: { error: cardError(saving) } };
      const made = addMethod(token);
      return made ? ok(made) : missingError();
    },
    readMethod: (id: string) => {
      const method = methods.get(id);
      return method ? ok(method) : missingError();
    },
    detachMethod: (id: string) => {
      const method = methods.get(id);
      if (!method) return missingError();
      if (method.customer === null) return apiError(400, 'invalid_request_error', 'payment_method_not_attached');
      method.customer = null;
      return ok(method);
    },
    createSetup: (form: Form) => {
      const method = findMethod(text(form, 'payment_method'));
      if (!method || !isThere(text(form, 'customer'))) return missingError();
      return confirm(open('setup_intent', form, method), cardByToken(method.token)?.save ?? 'ok');
    },
    createPayment: (form: Form) => {
      const method = findMethod(text(form, 'payment_method'));
      if (!method || !isThere(text(form, 'customer')) || method.customer !== text(form, 'customer'))
        return missingError();
      const known = cardByToken(method.token);
      const attended = text(form, 'off_session') !== 'true';
      const reaction = (attended ? known?.charge : (known?.unattended ?? known?.charge)) ?? 'ok';
      const asks = typeof reaction === 'object' && 'challenge' in reaction;
      return confirm(open('payment_intent', form, method), asks && !attended ? authenticationRequired : reaction);
    },
    readIntent: (id: string) => {
      const intent = intents.get(id);
      return intent ? ok(viewIntent(intent)) : missingError();
    },
    cancelIntent: (id: string) => {
      const intent = intents.get(id);
      if (!intent) return missingError();
      if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
        return unexpectedStateError();
      intent.status = 'canceled';
      return ok(viewIntent(intent));
    },
    listSetups: (query: Form) => {
      const since = Number(text(inner(query, 'created'), 'gte') || 0);
      const data = [...intents.values()].filter(({ object, created }) => object === 'setup_intent' && created >= since);
      const newestFirst = data.reverse().map(viewIntent);
      return ok({ object: 'list', url: '/v1/setup_intents', has_more: false, data: newestFirst });
    },
    listPayments: (query: Form) => {
      const since = Number(text(inner(query, 'created'), 'gte') || 0);
      const data = [...intents.values()].filter(
        (intent) =>
          intent.object === 'payment_intent' &&
          ['', intent.customer].includes(text(query, 'customer')) &&
          intent.created >= since,
      );
      const withCharge = (intent: Intent) => {
        const charge = charges.get(intent.latest_charge ?? '');
        return {
          ...viewIntent(intent),
          latest_charge: charge ? { id: charge.id, object: 'charge', amount_refunded: charge.refunded } : null,
        };
      };
      return ok({ object: 'list', url: '/v1/payment_intents', has_more: false, data: data.map(withCharge) });
    },
    createRefund: (form: Form) => {
      const charge = charges.get(text(form, 'charge'));
      const amount = Number(text(form, 'amount'));
      if (!charge) return missingError();
      if (charge.refunded + amount > charge.amount)
        return apiError(400, 'invalid_request_error', 'charge_already_refunded');
      charge.refunded += amount;
      const metadata = inner(form, 'metadata');
      const made = {
        id: ref('re'),
        object: 'refund' as const,
        amount,
        charge: charge.id,
        payment_intent: charge.intent,
        created: Math.floor(now() / 1000),
        status: 'succeeded',
        metadata,
      };
      refunds.set(made.id, made);
      return ok(made);
    },
    listRefunds: (query: Form) => {
      const since = Number(text(inner(query, 'created'), 'gte') || 0);
      const data = [...refunds.values()].filter(
        ({ charge, created }) =>
          created >= since && ['', charges.get(charge)?.intent].includes(text(query, 'payment_intent')),
      );
      return ok({ object: 'list', url: '/v1/refunds', has_more: false, data });
    },
    listDisputes: (query: Form) => {
      const since = Number(text(inner(query, 'created'), 'gte') || 0);
      const data = disputes.filter(
        ({ payment_intent, created }) =>
          created >= since && ['', payment_intent].includes(text(query, 'payment_intent')),
      );
      return ok({ object: 'list', url: '/v1/disputes', has_more: false, data });
    },
    /** The customer disputes a payment at their bank. */
    openDispute: (payment_intent: string, amount: number) => {
      const created = Math.floor(now() / 1000);
      disputes.push({ id: ref('dp'), object: 'dispute', payment_intent, amount, status: 'needs_response', created });
    },
    /** The customer's bank decides about a payment that its customer disputes. */
    closeDispute: (payment_intent: string, amount: number, status: 'won' | 'lost') => {
      const open = disputes.find((each) => each.payment_intent === payment_intent && each.status === 'needs_response');
      const created = open?.created ?? Math.floor(now() / 1000);
      if (open) open.status = status;
      else disputes.push({ id: ref('dp'), object: 'dispute', payment_intent, amount, status, created });
    },
    /** The bank has not decided about a refund yet, or has credited it. */
    decideRefund: (id: string, status: 'pending' | 'succeeded') => {
      const refund = refunds.get(id);
      if (!refund) throw new Error(`refund ${id} does not exist`);
      refund.status = status;
    },
    /** The bank changes its decision about the disputes of a payment. */
    decideDispute: (payment_intent: string, status: 'won' | 'lost') => {
      for (const dispute of disputes) if (dispute.payment_intent === payment_intent) dispute.status = status;
    },
    /** Refunds that were made. */
    refunded: () => [...refunds.values()],
    /** The bank could not credit it: Stripe has the money back. */
    failRefund: (id: string) => {
      const refund = refunds.get(id);
      const charge = charges.get(refund?.charge ?? '');
      if (!refund || !charge) throw new Error(`refund ${id} does not exist`);
      refund.status = 'failed';
      charge.refunded -= refund.amount;
    },
    /** The customer answers the bank, in the browser. */
    answerBank: (id: string, approved: boolean) => {
      const intent = intents.get(id);
      if (intent?.status !== 'requires_action')
        throw new Error(`intent ${id} is ${intent?.status ?? 'unknown'}: no challenge to answer`);
      const kind = intent.object === 'payment_intent' ? 'charge' : 'setup';
      const result = approved ? intent.result : authenticationFailed(kind);
      if (result === 'ok') succeed(intent);
      else refuse(intent, result);
    },
    /** Charges that were made. */
    charged: () => [...charges.values()],
  };
};

export type Books = ReturnType<typeof makeBooks>;

import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type Stripe from 'stripe';
import {
  type Declined,
  type FoundPayment,
  type GatewayIntent,
  GatewayRejected,
  type IntentState,
  type SavedCard,
} from '../../../services/billing/ports.ts';
import { readPurpose } from '../charge-metadata.ts';

/** Card brands that have another name in Foyer, by Stripe's name (PM-06). */
const brandNames = new Map(
  Object.entries({
    american_express: 'amex',
    'american express': 'amex',
    diners_club: 'diners',
    'diners club': 'diners',
    unknown: '',
  }),
);

const brandOf = (brand: string): string => brandNames.get(brand.toLowerCase()) ?? brand.toLowerCase();

export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

export const viewCard = ({ id, card }: Stripe.PaymentMethod): SavedCard => {
  if (!card) throw new GatewayRejected(`payment method ${id} is not a card`);
  return {
    gatewayRef: id,
    brand: brandOf(card.brand),
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    country: card.country,
    fingerprint: card.fingerprint ?? null,
  };
};

interface CardError {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly message?: string | undefined;
}

export const toDeclined = (error: CardError, intentRef: string | null): Declined => ({
  kind: 'declined',
  intentRef,
  code: error.code ?? 'card_declined',
  declineCode: error.decline_code || null,
  message: error.message ?? 'Your card was declined.',
});

const attemptOf = (metadata: Stripe.Metadata | null): string | null => metadata?.attempt_id ?? null;

/**
 * Current state of a payment. A payment that waits for another card counts as declined, because a new try is a new
 * payment. A payment that was never confirmed charges nothing, so it counts as `canceled`.
 */
export const chargeStateOf = (intent: Stripe.PaymentIntent): IntentState => {
  const intentRef = intent.id;
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', intentRef, chargeRef: idOf(intent.latest_charge) ?? intentRef };
    case 'processing':
    case 'requires_capture':
      return { kind: 'processing', intentRef };
    case 'requires_action':
      return { kind: 'requires_action', intentRef, clientSecret: intent.client_secret ?? '', url: null };
    case 'requires_payment_method':
      return intent.last_payment_error
        ? toDeclined(intent.last_payment_error, intentRef)
        : { kind: 'canceled', intentRef };
    default:
      return { kind: 'canceled', intentRef };
  }
};

export const setupStateOf = (intent: Stripe.SetupIntent): IntentState => {
  const intentRef = intent.id;
  switch (intent.status) {
    case 'succeeded':
      if (typeof intent.payment_method !== 'object' || !intent.payment_method)
        throw new Error(`setup ${intent.id} succeeded, but Stripe did not expand its payment_method`);
      return { kind: 'saved', card: viewCard(intent.payment_method) };
    case 'processing':
      return { kind: 'processing', intentRef };
    case 'requires_action':
      return { kind: 'requires_action', intentRef, clientSecret: intent.client_secret ?? '', url: null };
    case 'requires_payment_method':
      return intent.last_setup_error ? toDeclined(intent.last_setup_error, intentRef) : { kind: 'canceled', intentRef };
    default:
      return { kind: 'canceled', intentRef };
  }
};

export const asPayment = (intent: Stripe.PaymentIntent): GatewayIntent => ({
  ref: intent.id,
  attemptId: attemptOf(intent.metadata),
  state: chargeStateOf(intent),
});

/** Converts a listed payment, whose charge is expanded. */
export const asFoundPayment = (intent: Stripe.PaymentIntent): FoundPayment => ({
  ...asPayment(intent),
  customerRef: idOf(intent.customer),
  amountCents: intent.amount,
  refundedCents: typeof intent.latest_charge === 'object' ? (intent.latest_charge?.amount_refunded ?? 0) : 0,
  createdAt: intent.created * SECOND_MS,
  purpose: readPurpose(intent.metadata),
  key: intent.metadata.charge_key ?? null,
});

export const asSetup = (intent: Stripe.SetupIntent): GatewayIntent => ({
  ref: intent.id,
  attemptId: attemptOf(intent.metadata),
  state: setupStateOf(intent),
});

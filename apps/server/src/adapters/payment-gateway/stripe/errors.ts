import Stripe from 'stripe';
import {
  type Declined,
  GatewayKeyReused,
  GatewayRejected,
  GatewayUnavailable,
} from '../../../services/billing/ports.ts';
import { toDeclined } from './answers.ts';

const { errors } = Stripe;

const replayedOf = (error: Stripe.errors.StripeError): boolean => error.headers?.['idempotent-replayed'] === 'true';

/** Error codes of temporary refusals. The same call may be repeated under the same key. */
const passing: readonly string[] = ['lock_timeout', 'idempotency_key_in_use', 'rate_limit'];

/**
 * Translates an error of the SDK. The outcome is unknown without an answer, with a 5xx, and while Stripe works on the
 * same key. Any other error means that nothing was charged (INV-12). Texts that may quote a request are not logged
 * (INV-22).
 */
const toGatewayError = (error: unknown): Error => {
  if (!(error instanceof errors.StripeError)) return error instanceof Error ? error : new Error(String(error));
  const silent =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    (error.statusCode ?? 0) >= 500 ||
    passing.includes(error.code ?? '');
  const detail = `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trim();
  if (silent) return new GatewayUnavailable(detail, { replayed: replayedOf(error) });
  const message = `the gateway refused: ${detail}`;
  return error instanceof errors.StripeIdempotencyError ? new GatewayKeyReused(message) : new GatewayRejected(message);
};

/** Returns the decline of a card; null for other errors. */
export const declineOf = (error: unknown): Declined | null => {
  if (!(error instanceof errors.StripeCardError)) return null;
  return toDeclined(error, error.payment_intent?.id ?? error.setup_intent?.id ?? null);
};

export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Waits for a call of Stripe and converts its errors to those of the gateway port. */
export const withGatewayErrors = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw toGatewayError(error);
  }
};

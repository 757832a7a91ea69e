import type { PaymentAction } from '@foyer/contract/api/route';
import type { Attempt } from '@foyer/domain/state/entities';
import { GatewayUnavailable, type PaymentGateway } from '../billing/ports.ts';
import { REQUEST_TIMEOUTS, startDeadline } from '../gateway-deadline.ts';
import { Refused } from '../refused.ts';

/** Returns a succeeded attempt. Throws a refusal with the gateway's message for every other state. */
export type ThrowUnlessSucceeded = (attempt: Attempt) => Promise<Attempt>;

/** Fixed English texts, because the messages of the bank are English too. */
export const BANK_ASKS: Readonly<Record<Attempt['kind'], string>> = {
  charge: 'Your bank asks you to confirm this payment.',
  setup: 'Your bank asks you to confirm this card.',
};

/** Fetches the data a browser needs for the challenge. Never stored, because the client secret gives access to the payment (INV-22). */
const actionOf = async (
  attempt: Attempt,
  gateway: Pick<PaymentGateway, 'name' | 'retrieve'>,
): Promise<PaymentAction | null> => {
  const { gatewayIntentRef: ref } = attempt;
  if (ref === null) return null;
  try {
    const state = (await startDeadline(REQUEST_TIMEOUTS).withinDeadline(() => gateway.retrieve(ref)))?.state;
    if (state?.kind !== 'requires_action') return null;
    return {
      attemptId: attempt.id,
      kind: attempt.kind === 'setup' ? 'setup' : 'payment',
      gateway: gateway.name,
      clientSecret: state.clientSecret,
      ...(state.url === null ? {} : { url: state.url }),
    };
  } catch (error) {
    if (error instanceof GatewayUnavailable) return null;
    throw error;
  }
};

export const makeThrowUnlessSucceeded =
  (gateway: Pick<PaymentGateway, 'name' | 'retrieve'>): ThrowUnlessSucceeded =>
  async (attempt) => {
    switch (attempt.status) {
      case 'succeeded':
        return attempt;
      case 'declined':
        throw new Refused('StripeCardError', {
          ...(attempt.errorMessage === null ? {} : { message: attempt.errorMessage }),
          code: attempt.errorCode,
          declineCode: attempt.declineCode,
        });
      case 'requires_action': {
        const action = await actionOf(attempt, gateway);
        if (!action) throw new Refused('PAYMENT_GATEWAY_ERROR', { code: 'undecided' });
        throw new Refused('StripeCardError', {
          message: BANK_ASKS[attempt.kind],
          code: 'authentication_required',
          action,
        });
      }
      case 'sending':
      case 'processing':
        throw new Refused('PAYMENT_GATEWAY_ERROR', { code: 'undecided' });
      case 'errored':
      case 'canceled':
        throw new Refused('PAYMENT_GATEWAY_ERROR');
      default:
        return attempt.status satisfies never;
    }
  };

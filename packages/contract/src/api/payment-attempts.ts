import * as z from 'zod/mini';
import { purchaseStarted } from './maintenance.ts';
import { receipt } from './receipt.ts';
import { route } from './route.ts';
import { paymentMethod, subscription } from './shapes.ts';
import { id } from './text.ts';

/** Response of the call that caused the challenge: purchase or change, saving a card, one-time purchase, or Pay now. */
const confirmed = z.union([
  z.object({ id: z.string(), subscription, receipt: z.nullable(receipt) }),
  z.extend(paymentMethod, { retried: z.array(z.string()) }),
  purchaseStarted,
  receipt,
]);

/**
 * Completing 3-D Secure. EXPIRED has the code `ran_out` if the challenge was not answered in time, and no code if it
 * was ended otherwise.
 */
export const paymentAttempts = {
  'POST /api/account/me/payment_attempts/:id/confirm': route({
    summary: 'Complete a payment or card that the bank wanted confirmed. Responds as the call that began it',
    access: 'session',
    limit: 'write',
    params: z.object({ id }),
    body: z.object({
      /**
       * The customer gives up. The challenge is ended at the gateway first; a payment that was already allowed counts.
       */
      givenUp: z.optional(z.boolean()),
      /** The page was reloaded. While the challenge is open, the response is the original 402 with its `action`. */
      again: z.optional(z.boolean()),
    }),
    replies: { 200: confirmed },
    errors: [
      'UNAUTHORIZED',
      'INVALID_TOKEN',
      'StripeCardError',
      'OPERATION_IN_PROGRESS',
      'EXPIRED',
      'PAYMENT_GATEWAY_ERROR',
    ],
  }),
} as const;

import * as z from 'zod/mini';
import { purchaseStarted } from './maintenance.ts';
import { receipt } from './receipt.ts';
import { route } from './route.ts';
import { paymentMethod, subscription } from './shapes.ts';
import { id } from './text.ts';

/** The body of the call that asked for the challenge: of a purchase or change, of Pay now, of saving a card or of a one-time purchase. */
const confirmed = z.union([
  z.object({ id: z.string(), subscription, receipt: z.nullable(receipt) }),
  z.extend(paymentMethod, { retried: z.array(z.string()) }),
  purchaseStarted,
  receipt,
]);

/** Finishing 3-D Secure (api.md §0.3). EXPIRED has the code `ran_out` where nobody answered in time, and none where it was ended. */
export const paymentAttempts = {
  'POST /api/account/me/payment_attempts/:id/confirm': route({
    summary: 'Finish what the bank asked about: answers as the call that began it would have',
    access: 'session',
    limit: 'write',
    params: z.object({ id }),
    body: z.object({
      /** The customer no longer wants it: the question is ended at the bank first, and what it had allowed by then counts. */
      givenUp: z.optional(z.boolean()),
      /** The page was loaded anew: while the bank waits, the answer is the one that began it, 402 with its `action`. */
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

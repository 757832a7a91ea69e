import * as z from 'zod/mini';
import { errorBody, route, signedIn } from './route.ts';
import { idempotencyKey } from './text.ts';

/** Ids of what a command created or changed. */
const commandResult = z.object({
  subscriptionIds: z.array(z.string()),
  receiptId: z.nullable(z.string()),
  oneTimePurchaseId: z.nullable(z.string()),
  paymentMethodId: z.nullable(z.string()),
});
export type CommandResult = z.infer<typeof commandResult>;

/** Known outcome of a call that was sent with an `Idempotency-Key`. */
export const commandStatus = z.union([
  z.object({
    status: z.literal('running'),
    /**
     * Payment that is undecided; null before there is one. If `openChallenges` of `GET /api/account/me` has it, it waits
     * for the customer.
     */
    attemptId: z.nullable(z.string()),
  }),
  z.extend(commandResult, { status: z.literal('done') }),
  z.object({
    status: z.literal('refused'),
    /** HTTP status and body that the call was answered with, or that a repeated call gets. */
    httpStatus: z.int(),
    body: errorBody,
  }),
  /**
   * No outcome is stored. The key was never received, is older than 72 hours, or belongs to another account. Or its call
   * was refused with an error that is not kept, or died before it changed anything.
   */
  z.object({ status: z.literal('unknown') }),
]);
export type CommandStatus = z.infer<typeof commandStatus>;

export const commands = {
  'GET /api/account/me/commands/:idempotencyKey': route({
    summary: 'Outcome of a call that was sent with this Idempotency-Key; asking changes nothing',
    access: 'session',
    limit: 'read',
    params: z.object({ idempotencyKey }),
    replies: { 200: commandStatus },
    errors: [...signedIn],
  }),
} as const;

import * as z from 'zod/mini';
import { hookStatuses, hookTypes } from '../vocabulary/hook-words.ts';
import { command, cursorQuery, nextCursor, operatorErrors, pathId } from './operator-shapes.ts';
import { route } from './route.ts';
import { counted, isoInstant, productKey } from './text.ts';

/** Endpoint of a product, from the configuration. */
const hookEndpoint = z.object({
  product: z.string(),
  /** Address without its query, which may have a secret. */
  address: z.string(),
  /** Messages that were given up. */
  failed: counted,
});
export type HookEndpoint = z.infer<typeof hookEndpoint>;

/** A message to a product, with the result of its last attempt. */
const operatorHook = z.object({
  id: z.string(),
  type: z.enum(hookTypes),
  product: z.string(),
  /** Null for a test message, which is about no account. */
  accountId: z.nullable(z.string()),
  email: z.nullable(z.string()),
  status: z.enum(hookStatuses),
  createdAt: isoInstant,
  attempts: z.int(),
  lastAttemptAt: z.nullable(isoInstant),
  lastHttpStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  /** Time of the next attempt of a waiting message; null if it is being sent. */
  nextAttemptAt: z.nullable(isoInstant),
});
export type OperatorHook = z.infer<typeof operatorHook>;

const hookAttempt = z.object({
  number: z.int(),
  at: isoInstant,
  /** Time until the status of the answer, or until the error. */
  durationMs: z.int(),
  httpStatus: z.nullable(z.int()),
  error: z.nullable(z.string()),
  /** First 500 characters of the answer; null without an answer. */
  answer: z.nullable(z.string()),
});
export type HookAttemptView = z.infer<typeof hookAttempt>;

/** Messages to products in the operator site (BY-08, decision 81). */
export const operatorHooks = {
  'GET /api/operator/hook-endpoints': route({
    summary: 'List the endpoints of products that receive messages',
    access: 'operator',
    limit: 'read',
    replies: { 200: z.object({ endpoints: z.array(hookEndpoint) }) },
    errors: operatorErrors,
  }),
  'POST /api/operator/hook-endpoints/:id/test': route({
    summary: 'Send a signed test message to the endpoint of a product. It has one attempt',
    ...command,
    params: pathId('id'),
    replies: { 201: z.object({ id: z.string() }) },
  }),
  'GET /api/operator/hooks': route({
    summary: 'List the messages to products of the last 30 days, newest first, 50 per page',
    access: 'operator',
    limit: 'read',
    query: z.extend(cursorQuery, {
      product: z.optional(productKey),
      status: z.optional(z.enum(hookStatuses)),
    }),
    replies: { 200: z.object({ hooks: z.array(operatorHook), nextCursor }) },
    errors: operatorErrors,
  }),
  'GET /api/operator/hooks/:id': route({
    summary: 'Get a message to a product with its body and its attempts, newest first',
    access: 'operator',
    limit: 'read',
    params: pathId('id'),
    replies: {
      200: z.object({
        hook: operatorHook,
        /** Body as it is sent. */
        payload: z.record(z.string(), z.any()),
        /** Latest 100 attempts. */
        attempts: z.array(hookAttempt),
      }),
    },
    errors: operatorErrors,
  }),
  'POST /api/operator/hooks/:id/resend': route({
    summary: 'Send a delivered message, or one that was given up, to its product again',
    ...command,
    params: pathId('id'),
    replies: { 204: null },
  }),
} as const;

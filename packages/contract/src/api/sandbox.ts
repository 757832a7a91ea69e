import * as z from 'zod/mini';
import { route } from './route.ts';
import { isoInstant, line } from './text.ts';

export const mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: isoInstant,
});

/** Calls that exist only with the sandbox gateway: tokens of its card form, and the built-in mailbox. */
export const sandbox = {
  'POST /sandbox/tokens': route({
    summary: 'Create a token from a published test card number; any other number is refused and not stored',
    access: 'public',
    limit: 'write',
    body: z.object({
      number: z.string().check(z.maxLength(32)),
      expMonth: z.int().check(z.minimum(1), z.maximum(12)),
      expYear: z.int().check(z.minimum(2000), z.maximum(2100)),
      cvc: z.string().check(z.regex(/^\d{3,4}$/)),
    }),
    replies: { 201: z.object({ id: z.string(), card: z.object({ brand: z.string(), last4: z.string() }) }) },
    errors: ['StripeCardError'],
    sandboxOnly: true,
  }),
  'GET /sandbox/mails': route({
    summary: 'List the mails of the sandbox, newest first',
    access: 'public',
    limit: 'read',
    query: z.object({
      to: z.optional(line(254)),
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    }),
    replies: { 200: z.object({ mails: z.array(mail) }) },
    errors: [],
    sandboxOnly: true,
  }),
} as const;

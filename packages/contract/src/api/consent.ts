import * as z from 'zod/mini';
import { exportStatuses } from '../vocabulary/export-status.ts';
import { languages } from '../vocabulary/languages.ts';
import { me } from './auth.ts';
import { typedPassword } from './credentials.ts';
import { route, signedIn } from './route.ts';
import { isoInstant, line } from './text.ts';

const article = z.object({ article: line(64) });

/**
 * Consent to marketing and to usage data. Each answer is stored with its time and the exact text that was agreed to
 * (CO-01, CO-02).
 */
export const consent = {
  'GET /api/consent/articles/:article': route({
    summary: 'Get the latest answer of the user to an article of consent',
    access: 'session',
    limit: 'read',
    params: article,
    replies: {
      200: z.object({
        article: z.string(),
        marketingEnabledAnswer: z.enum(['yes', 'no', 'unknown']),
        answer: z.enum(['yes', 'no', 'unknown']),
        flag: z.nullable(z.boolean()),
      }),
    },
    errors: [...signedIn],
  }),
  'POST /api/consent/articles/:article': route({
    summary:
      'Answer an article of consent. Each answer is kept; a form that no page of Foyer shows is kept as a claim of the caller',
    access: 'session',
    limit: 'write',
    params: article,
    /**
     * `form` is the exact text that was shown. A text of our own pages is stored as proof, with its version and the
     * address of the page. Other texts, and other clients, are stored as the caller's claim (decision 41).
     */
    body: z.object({ form: line(2000), answer: z.enum(['yes', 'no']), client: line(100) }),
    replies: {
      201: z.object({ article: z.string(), marketingEnabledAnswer: z.enum(['yes', 'no']), answeredAt: isoInstant }),
    },
    errors: [...signedIn],
  }),
  'PATCH /api/auth/me': route({
    summary:
      'Change the usage-data consent, the language of mails and receipts, or, with the password, the networks that may sign in',
    access: 'session',
    limit: 'write',
    body: z.object({
      allowDataCollection: z.optional(z.boolean()),
      trackingEnabled: z.optional(z.boolean()),
      /**
       * Null removes the restriction. A new one must contain the caller's own address. Not allowed for an account with
       * an unverified email address.
       */
      cidrRestriction: z.optional(z.nullable(line(500, 0))),
      language: z.optional(z.enum(languages)),
      password: typedPassword,
    }),
    replies: { 200: me.shape.user },
    errors: [...signedIn, 'CIDR_REQUIRED', 'INVALID_CIDR', 'PASSWORD_REQUIRED', 'INVALID_CREDENTIALS', 'FORBIDDEN'],
  }),
  'GET /api/auth/me/ecac-status': route({
    summary: 'Get the status of the export review of the account',
    access: 'session',
    limit: 'read',
    replies: {
      200: z.object({
        isPending: z.boolean(),
        status: z.enum(exportStatuses),
        /** U.S. business day by whose end the review is answered, such as `2026-11-24`; null without an open review. */
        answerBy: z.nullable(z.iso.date()),
        /** Codes and promotions held for the account. They are applied when the review is cleared. */
        held: z.array(
          z.object({
            kind: z.enum(['promotion', 'prepaid']),
            name: z.string(),
            heldAt: isoInstant,
            /** Time at which it is released unused if the review is still open. */
            releasedAt: isoInstant,
          }),
        ),
      }),
    },
    errors: [...signedIn],
  }),
} as const;

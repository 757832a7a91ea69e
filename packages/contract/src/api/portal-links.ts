import * as z from 'zod/mini';
import { portalTasks } from '../vocabulary/portal-tasks.ts';
import { signedInBody } from './auth.ts';
import { route } from './route.ts';
import { isoInstant, line } from './text.ts';

const linkToken = line(100);

/** Portal link before it is used, as its page shows it. */
export const portalLinkView = z.object({
  /** User whose portal the link opens. */
  userId: z.string(),
  /** Email address of the user with its first letter and its domain only. */
  maskedEmail: z.string(),
  /** Name of the product that made the link. */
  product: z.string(),
  task: z.enum(portalTasks),
  expiresAt: isoInstant,
});
export type PortalLinkView = z.infer<typeof portalLinkView>;

export const usedPortalLink = z.object({
  /** First token of the new session. Null if the browser keeps the session it has. */
  refreshToken: z.nullable(signedInBody.shape.refreshToken),
  task: z.enum(portalTasks),
  /** Family and subscription of the page. Null: the page is about none. */
  family: z.nullable(z.string()),
  subscriptionId: z.nullable(z.string()),
  product: z.string(),
  returnAddress: z.string(),
});
export type UsedPortalLink = z.infer<typeof usedPortalLink>;

/** Calls of the page that a portal link opens (decision 78). The secret is in the body, because addresses are logged. */
export const portalLinks = {
  'POST /api/auth/sessions/portal-link-previews': route({
    summary: 'Read a portal link of a server of the vendor. It stays unused',
    access: 'public',
    limit: 'read',
    body: z.object({ token: linkToken }),
    replies: { 200: portalLinkView },
    errors: ['NOT_FOUND'],
  }),
  'POST /api/auth/sessions/portal-links': route({
    summary: 'Use a portal link, once: begin a session of its account, or keep the one that the browser has',
    access: 'public',
    limit: 'write',
    body: z.object({
      token: linkToken,
      /** True if the browser is signed in to the account. Then no session begins. */
      keepSession: z.boolean(),
    }),
    replies: { 200: usedPortalLink },
    errors: ['NOT_FOUND', 'INVALID_CREDENTIALS'],
  }),
} as const;

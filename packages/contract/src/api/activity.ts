import * as z from 'zod/mini';
import { ownPassword, typedPassword } from './credentials.ts';
import { route, signedIn } from './route.ts';
import { id, isoInstant, line } from './text.ts';

/** Device derived from the User-Agent header. */
export const device = z.object({
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  kind: z.enum(['desktop', 'phone', 'tablet', 'unknown']),
});
export type Device = z.infer<typeof device>;

/** Country in which the IP address is registered. The address table has no finer data. */
export const place = z.object({ country_code: z.string(), country_name: z.string() });
export type Place = z.infer<typeof place>;

export const sessionView = z.object({
  id: z.string(),
  current: z.boolean(),
  device,
  place: z.nullable(place),
  address: z.nullable(z.string()),
  createdAt: isoInstant,
  lastUsedAt: isoInstant,
  /** True if a link of a product began the session (decision 78). */
  byPortalLink: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** Security events shown to the customer. The page has a text for each. */
export const activityTypes = [
  'registered',
  'signed_in',
  'sign_in_failed',
  'sign_in_locked',
  'signed_out',
  'second_factor_failed',
  'step_up_failed',
  'step_up_locked',
  'recovery_code_used',
  'refresh_reused',
  'session_ended',
  'sessions_ended',
  'email_verified',
  'email_change_requested',
  'email_changed',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'mfa_enabled',
  'mfa_disabled',
  'recovery_codes_created',
  'passkey_added',
  'passkey_removed',
  'networks_changed',
  'product_access_ended',
  'address_changed',
  'request_accepted',
  'viewed_by_support',
  'consent_changed',
  'export_requested',
  'export_downloaded',
  'account_closing',
  'account_closed',
  'account_closing_by_support',
  'account_closed_by_support',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** Proof of a sign-in: the password alone or with a second step, a passkey alone, or the OpenID provider. `portal_link` proves none. */
export const signInMethods = [
  'password',
  'password_code',
  'password_recovery_code',
  'password_passkey',
  'passkey',
  'provider',
  'portal_link',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const activityEvent = z.object({
  id: z.string(),
  at: isoInstant,
  type: z.enum(activityTypes),
  device: z.nullable(device),
  place: z.nullable(place),
  address: z.nullable(z.string()),
  /** Link of a product that began the session (decision 78), with the product's name while the link is stored. */
  portalLink: z.nullable(z.object({ product: z.nullable(z.string()) })),
});
export type ActivityEvent = z.infer<typeof activityEvent>;

/** Read-only view of an operator, shown in the bar of its pages (decision 35). */
export const operatorView = z.object({ customer: z.string(), operator: z.string(), expiresAt: isoInstant });
export type OperatorView = z.infer<typeof operatorView>;

/** Sessions and security events of the account (BY-01), and the country of a visitor (`GET ip`). */
export const activity = {
  'GET /api/auth/ip': route({
    summary: 'Get the country of the caller, from the IP address of the request',
    access: 'public',
    limit: 'read',
    replies: { 200: z.object({ ip: z.string(), country_code: z.string(), country_name: z.string() }) },
    errors: [],
  }),
  'GET /api/auth/operator-view': route({
    summary: 'Get the names and the end of the read-only view of an operator; 404 for a session of a customer',
    access: 'session',
    limit: 'read',
    replies: { 200: operatorView },
    errors: [...signedIn],
  }),
  'DELETE /api/auth/operator-view': route({
    summary: 'End the read-only view of an operator; a session of a customer is not changed',
    access: 'session',
    limit: 'write',
    replies: { 204: null },
    errors: [...signedIn],
  }),
  'GET /api/auth/me/security/sessions': route({
    summary: 'List the live sessions of the user: the current one first, then by last use',
    access: 'session',
    limit: 'read',
    replies: { 200: z.object({ sessions: z.array(sessionView) }) },
    errors: [...signedIn],
  }),
  'DELETE /api/auth/me/security/sessions': route({
    summary: 'End all sessions of the user except the current one, or those named, with the password',
    access: 'session',
    limit: 'credentials',
    body: z.object({
      password: typedPassword,
      /** Sessions to end. Absent: all. The current one, and ids of no session of the user, are ignored. */
      ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
    }),
    replies: { 204: null },
    errors: [...signedIn, ...ownPassword],
  }),
  'DELETE /api/auth/me/security/sessions/:id': route({
    summary: 'End one session of the user. Another one than the current one needs the password',
    access: 'session',
    limit: 'credentials',
    params: z.object({ id }),
    body: z.object({ password: typedPassword }),
    replies: { 204: null },
    errors: [...signedIn, ...ownPassword],
  }),
  'GET /api/auth/me/security/activity': route({
    summary: 'List the security events of the account, newest first, 20 per page',
    access: 'session',
    limit: 'read',
    query: z.object({ cursor: z.optional(line(200)) }),
    replies: { 200: z.object({ events: z.array(activityEvent), nextCursor: z.nullable(z.string()) }) },
    errors: [...signedIn],
  }),
} as const;

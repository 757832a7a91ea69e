import type { Entitlement } from './types.ts';

/** Issuer of OpenID Connect at a portal. A library finds everything else by discovery. */
export const openidIssuer = (portal: string): string => `${new URL(portal).origin}/openid`;

/** Tells whether an account may use a product now, by the entitlements of the userinfo, a webhook or the vendor API. */
export const isEntitled = (
  entitlements: readonly Pick<Entitlement, 'product' | 'entitled' | 'validUntil'>[],
  product: string,
  now: Date = new Date(),
): boolean =>
  entitlements.some(
    (held) =>
      held.product === product && held.entitled && (held.validUntil === null || new Date(held.validUntil) > now),
  );

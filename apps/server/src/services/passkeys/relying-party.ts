import type { RelyingParty } from './ports.ts';

export interface Site {
  readonly publicUrl: string;
  /** Host names of the brands, at which the portal also answers. */
  readonly hostnames: readonly string[];
}

export type RelyingPartyOf = (hostname: string) => RelyingParty;

/**
 * A passkey belongs to one host name (WebAuthn, "RP ID"): that of the call when it is one of ours, and otherwise that of
 * PUBLIC_URL. The origin is made from the configuration, never from what a call says of itself.
 */
export const makeRelyingPartyOf = ({ publicUrl, hostnames }: Site): RelyingPartyOf => {
  const { protocol, hostname: own, port } = new URL(publicUrl);
  const known = new Set([own, ...hostnames]);
  return (hostname) => {
    const id = known.has(hostname) ? hostname : own;
    return { id, origin: `${protocol}//${id}${port === '' ? '' : `:${port}`}` };
  };
};

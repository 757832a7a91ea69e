import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { REFERRER_KEY, readStored, writeStored } from './browser-store.ts';
import { sameSitePath } from './same-site-path.ts';

const CLIENT = 'referrerClient';
const PATH = 'referrerPath';
const BUCKET = 'bucket';

/** Query parameters by which another product passes its return address. */
export const referrerParameters = [CLIENT, PATH, BUCKET] as const;

/** Longest referrer that is stored. Real clients send less. */
const MAX_LENGTH = 2_000;

type Clients = PortalConfig['clients'];

export interface BackLink {
  readonly name: string;
  readonly href: string;
}

/**
 * Link back to the product in the parameters, or null for an unknown client. The client must be configured, with exactly
 * this key and origin (SH-09). A path that leaves the origin is ignored. `bucket` belongs to the client and is returned
 * unchanged.
 */
export const backLinkOf = (clients: Clients, parameters: URLSearchParams): BackLink | null => {
  const key = parameters.get(CLIENT) ?? '';
  const client = Object.hasOwn(clients, key) ? clients[key] : undefined;
  if (!client) return null;
  const url = new URL(sameSitePath(parameters.get(PATH), '/', client.origin), client.origin);
  const bucket = parameters.get(BUCKET);
  if (bucket) url.searchParams.set(BUCKET, bucket);
  return { name: client.name, href: url.href };
};

/** Removes the referrer parameters from a query. */
export const withoutReferrer = (query: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(query);
  for (const name of referrerParameters) rest.delete(name);
  return rest;
};

/**
 * Stores the referrer of an arrival in this tab (SE-03). Stores its parameters and not the link, so that each reader
 * checks them against the current configuration. An unknown client changes nothing.
 */
export const storeReferrer = (clients: Clients, query: URLSearchParams): void => {
  if (!backLinkOf(clients, query)) return;
  const stored = new URLSearchParams();
  for (const name of referrerParameters) {
    const value = query.get(name);
    if (value && value.length <= MAX_LENGTH) stored.set(name, value);
  }
  writeStored(REFERRER_KEY, stored.toString(), 'session'); // with full storage only the back arrow is missing
};

/**
 * Stores the way back of a portal link in this tab. The server has checked its address (decision 78), and no query of an
 * arrival is stored under the same names.
 */
export const storeBackLink = (link: BackLink): void => {
  writeStored(REFERRER_KEY, new URLSearchParams({ ...link }).toString(), 'session');
};

/** Back link that is stored in this tab. */
export const storedBackLink = (clients: Clients): BackLink | null => {
  const stored = new URLSearchParams(readStored(REFERRER_KEY, 'session'));
  const [name, href] = [stored.get('name'), stored.get('href')];
  return name && href ? { name, href } : backLinkOf(clients, stored);
};

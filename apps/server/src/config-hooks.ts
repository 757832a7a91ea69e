import type { Product } from '@foyer/contract/vocabulary/plans';
import { isLocal } from './adapters/is-local.ts';
import type { HookSettings } from './services/entitlements/ports.ts';
import type { Environment } from './settings.ts';

/** Standard Webhooks: 24 to 64 bytes in base64 after the prefix. */
const isSecret = (text: string): boolean => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1] ?? '';
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
};

/** True if messages to the endpoint are encrypted or stay on this machine. They decide what customers may use. */
const isEndpoint = (text: string): boolean => {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname));
};

/**
 * Endpoints of the vendor's products (BY-08): `PRODUCT_HOOKS=drive=https://…,scope=https://…`, and the key that signs
 * messages. `products` are the keys of the families. While a key is being replaced, both are given with a comma between them. Endpoints without a key, or a key
 * without endpoints, are refused.
 */
export const hookSettings = (
  { PRODUCT_HOOKS: hooks = '', PRODUCT_HOOK_SECRET: keys = '' }: Environment,
  products: readonly Product[],
  problems: string[],
): HookSettings | null => {
  const pairs = hooks.split(',').filter(Boolean);
  const secrets = keys.split(',').filter(Boolean);
  if (pairs.length === 0 && secrets.length === 0) return null;
  if (pairs.length === 0 || secrets.length === 0)
    problems.push('PRODUCT_HOOKS and PRODUCT_HOOK_SECRET belong together: set both or none');
  const endpoints: Partial<Record<Product, string>> = {};
  for (const [index, pair] of pairs.entries()) {
    const [product = '', ...rest] = pair.split('=');
    const url = rest.join('=');
    if (!products.includes(product))
      problems.push(`PRODUCT_HOOKS: entry ${index + 1} must begin with ${products.join('=, ')}=`);
    else if (endpoints[product] !== undefined) problems.push(`PRODUCT_HOOKS names ${product} twice`);
    else if (!isEndpoint(url))
      problems.push(`PRODUCT_HOOKS: the address of ${product} must begin with https:// (http:// only on localhost)`);
    else endpoints[product] = url;
  }
  if (secrets.length > 2 || !secrets.every(isSecret))
    problems.push(
      'PRODUCT_HOOK_SECRET must be whsec_ and 24 to 64 bytes in base64 (two, with a comma between them, while one is replaced)',
    );
  return { endpoints, secrets };
};

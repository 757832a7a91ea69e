import { Webhook } from 'standardwebhooks';
import type { SignHook } from '../../services/entitlements/ports.ts';

/**
 * Signs a message by the Standard Webhooks specification, once with each key. While a key is replaced, products accept
 * either.
 */
export const makeSignHook = (secrets: readonly string[]): SignHook => {
  const keys = secrets.map((secret) => new Webhook(secret));
  return (id, at, body) => keys.map((key) => key.sign(id, new Date(at), body)).join(' ');
};

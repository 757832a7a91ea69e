import { expect, test } from 'vitest';
import { consentFor, rememberedScopes } from './consent.ts';

const client = { isVendorsOwn: false, grants: ['authorization_code'], scopes: ['openid', 'email'] } as const;
const reader = { ...client, scopes: ['openid', 'email', 'offline_access'] } as const;

test.each([
  ['the scopes of the request', client, ['openid'], ['openid']],
  ['and refresh tokens, which it gets without asking', reader, ['openid'], ['openid', 'offline_access']],
  ['each once', reader, ['offline_access', 'openid'], ['offline_access', 'openid']],
  ['nothing for the vendor’s own product', { ...reader, isVendorsOwn: true }, ['openid'], []],
] as const)('a user allows %s', (_name, asking, requested, allowed) => {
  expect(consentFor(asking, requested)).toEqual(allowed);
});

test.each([
  ['what was allowed', client, ['email', 'openid'], ['openid', 'email']],
  ['of it what the client still has', client, ['address', 'openid'], ['openid']],
  ['nothing that was not allowed', client, [], []],
  ['nothing if refresh tokens were not allowed', reader, ['openid', 'email'], []],
  ['refresh tokens too', reader, ['openid', 'offline_access'], ['openid', 'offline_access']],
  ['nothing for a device', { ...client, grants: ['device_code'] }, ['openid'], []],
  ['nothing for the vendor’s own product', { ...client, isVendorsOwn: true }, ['openid'], []],
] as const)('a client gets without a question: %s', (_name, asking, consented, remembered) => {
  expect(rememberedScopes(asking, consented)).toEqual(remembered);
});

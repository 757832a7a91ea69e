import { afterFailure, noFailures, signInPolicy } from '@foyer/domain/identity/lockout';
import { describe, expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import { deriveKey, deriveKeys } from '../../derive-keys.ts';
import { makeAttemptKeys } from './count-login-attempt.ts';
import { makeDeviceTokens } from './device-tokens.ts';
import type { SignInUser } from './ports.ts';
import { makeRateLimitKeySets } from './rate-limit-key-sets.ts';
import { makeSignIn, type SignInDependencies } from './sign-in.ts';

const ada: SignInUser = {
  userId: 'usr_1',
  accountId: 'acc_1',
  brand: 'drive',
  email: 'ada@test.arcwave.test',
  firstName: 'Ada',
  language: 'en',
  passwordHash: 'the hash of Ada',
  passwordChangedAt: 0,
  mfaEnabledAt: null,
  cidrRestriction: null,
  deviceUsedAt: null,
  isDeviceAttemptCounted: false,
};

const origin = {
  address: '192.0.2.1',
  userAgent: null,
  requestId: null,
  language: 'en',
  languageChosen: false,
} as const;

/** Notes every call that leaves the use-case, with what a watch could tell apart: which, in which order. */
const watched = (user: SignInUser | null) => {
  const calls: string[] = [];
  const note =
    <T>(name: string, answer: T) =>
    async (): Promise<T> => {
      calls.push(name);
      return answer;
    };
  const tx = { record: note('record', undefined), mail: note('mail', undefined) };
  const devices = makeDeviceTokens(deriveKeys(['a secret'], 'device token'));
  const keys = makeAttemptKeys(deriveKey('a secret', 'failure counters'));
  const needs = {
    store: { signInUser: note('read user', { folded: ada.email, row: user }) },
    inTransaction: async (work: (writes: typeof tx) => Promise<unknown>) => {
      calls.push('transaction');
      return work(tx);
    },
    hasher: { verify: note('hash', false), decoy: 'the hash of nobody' },
    devices,
    keys,
    countLoginAttempt: note('count attempt', afterFailure(noFailures, signInPolicy, 0)),
    keySets: makeRateLimitKeySets({
      devices,
      keys,
      consumeRateLimit: note('consume rate limit', { allowed: true, retryAt: 0 }),
      wrongSignIns: [],
      checkRateLimit: note('check rate limit', { allowed: true, retryAt: 0 }),
    }),
  } as unknown as SignInDependencies;
  return { calls, signIn: makeSignIn(aPlatform(), needs) };
};

describe('[INV-19] a known and an unknown email', () => {
  test.each([
    ['with nothing else', {}],
    ['with a code', { code: '123456' }],
    ['with a recovery code', { recoveryCode: '0000-0000-0000-0000' }],
    ['with a device token of somebody', { device: `dev_1.${'A'.repeat(43)}` }],
  ])('cost the same work, one hash each: %s', async (_name, more) => {
    const workOf = async (user: SignInUser | null) => {
      const { calls, signIn } = watched(user);
      const ask = { email: ada.email, password: 'wrong', ...more };
      await expect(signIn(ask, origin)).rejects.toMatchObject({ type: 'INVALID_CREDENTIALS' });
      return calls;
    };
    const known = await workOf(ada);
    expect(known.filter((call) => call === 'hash')).toHaveLength(1);
    expect(await workOf(null)).toEqual(known);
    expect(await workOf({ ...ada, mfaEnabledAt: 1, cidrRestriction: '198.51.100.0/24' })).toEqual(known);
  });
});

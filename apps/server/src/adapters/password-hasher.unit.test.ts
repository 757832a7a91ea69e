import { beforeAll, describe, expect, test } from 'vitest';
import type { PasswordHasher } from '../services/identity/ports.ts';
import { Refused } from '../services/refused.ts';
import { makePasswordHasher } from './password-hasher.ts';

describe('password hashes', () => {
  let hasher: PasswordHasher;
  beforeAll(async () => {
    hasher = await makePasswordHasher();
  });

  test('are argon2id with the parameters of OWASP, the decoy too', async () => {
    const parameters = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
    expect(await hasher.hash('correct horse')).toMatch(parameters);
    expect(hasher.decoy).toMatch(parameters);
  });

  test.each([
    ['$argon2id$v=19$m=19456,t=2,p=1', false],
    ['$argon2id$v=19$m=65536,t=3,p=4', false],
    ['$argon2id$v=19$m=19455,t=2,p=1', true],
    ['$argon2id$v=19$m=65536,t=1,p=1', true],
    ['$argon2i$v=19$m=65536,t=3,p=1', true],
  ])('[ASVS 11.2.2] a hash of cost %s is weaker than new ones: %s', (cost, weaker) => {
    expect(hasher.isWeaker(`${cost}$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g`)).toBe(weaker);
  });

  test.each([
    ['as it was set', 'Ångström ﬁ', 'Ångström ﬁ', true],
    ['composed of parts', 'Ångström', 'A\u030angstro\u0308m', true],
    ['with a ligature', 'ﬁnd', 'find', true],
    ['in another case', 'Secret', 'secret', false],
    ['of 256 bytes and one other at the end', `${'x'.repeat(255)}a`, `${'x'.repeat(255)}b`, false],
  ])('a password %s', async (_name, set, typed, genuine) => {
    expect(await hasher.verify(await hasher.hash(set), typed)).toBe(genuine);
  });

  test('more than the queue holds: 503 for those beyond, the rest in order; the event loop is never held up', async () => {
    const order: number[] = [];
    let refused = 0;
    let turns = 0;
    let busy = true;
    const spin = () => {
      turns += 1;
      if (busy) setImmediate(spin);
    };
    setImmediate(spin);
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        hasher.verify(hasher.decoy, 'a guess').then(
          () => order.push(index),
          (error: unknown) => {
            expect(error).toBeInstanceOf(Refused);
            refused += 1;
          },
        ),
      ),
    );
    busy = false;
    // 1 to 4 at once and 50 waiting, whatever the machine.
    expect(refused).toBeGreaterThanOrEqual(60 - 54);
    expect(refused).toBeLessThanOrEqual(60 - 51);
    expect(order.length).toBe(60 - refused);
    expect(Math.max(...order)).toBe(order.length - 1);
    expect(turns).toBeGreaterThan(order.length);
  }, 30_000); // half a hundred real hashes, on a machine that may be busy
});

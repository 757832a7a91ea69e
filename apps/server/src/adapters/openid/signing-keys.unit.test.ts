import { createSecretKey } from 'node:crypto';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { expect, test } from 'vitest';
import type { SealedKey, SigningKeyRows } from '../postgres/signing-keys.ts';
import { makeSecretBox } from '../secret-box.ts';
import { makeSigningKeys, orderKeys } from './signing-keys.ts';

const now = 1_000 * DAY_MS;
const agedKeys = (...days: number[]) => days.map((age) => ({ id: `of ${age}`, createdAt: now - age * DAY_MS }));

test.each([
  ['the first key signs at once', [0], ['of 0']],
  ['a new key is published and does not sign yet', [0.5, 91], ['of 91', 'of 0.5']],
  ['a key that was published for a day signs, and the former one stays published', [1, 91], ['of 1', 'of 91']],
  ['an older server gets the keys in the same order', [0.5, 60, 150], ['of 60', 'of 0.5', 'of 150']],
  ['no key', [], []],
])('%s', (_name, days, order) => {
  expect(orderKeys(agedKeys(...days), now).map(({ id }) => id)).toEqual(order);
});

/** Rows in memory with a clock that the test moves. */
const makeRows = () => {
  const state = { now, keys: [] as SealedKey[] };
  const rows: SigningKeyRows = {
    list: async () => ({ keys: state.keys.toSorted((a, b) => b.createdAt - a.createdAt), now: state.now }),
    add: async (key, ageMs, keptMs) => {
      if (state.keys.some(({ createdAt }) => createdAt > state.now - ageMs)) return;
      const kept = state.keys.filter(({ createdAt }) => createdAt >= state.now - keptMs);
      state.keys = [...kept, { ...key, createdAt: state.now }];
    },
    replaceSealed: async (id, from, to) => {
      state.keys = state.keys.map((key) => (key.id === id && key.sealedKey === from ? { ...key, sealedKey: to } : key));
    },
  };
  return { state, rows };
};

const boxOf = (...secrets: [string, ...string[]]) => {
  const [current, ...earlier] = secrets.map((secret) => createSecretKey(Buffer.from(secret.padEnd(32, '.'))));
  if (!current) throw new Error('no secret');
  return makeSecretBox([current, ...earlier]);
};

test('a key gets a successor after 90 days, and is deleted after 180', async () => {
  const { state, rows } = makeRows();
  const read = async () => (await makeSigningKeys({ rows, box: boxOf('secret') })()).keys.map(({ kid }) => kid);
  const [first] = await read();
  expect(await read()).toEqual([first]);
  state.now += 91 * DAY_MS;
  const both = await read();
  expect([both[0], both.length]).toEqual([first, 2]);
  state.now += 2 * DAY_MS;
  expect(await read()).toEqual([both[1], first]);
  state.now += 91 * DAY_MS;
  const later = await read();
  expect(later).not.toContain(first);
  expect(later[0]).toBe(both[1]);
});

test('keys are encrypted again with the secret that replaces another, and survive it', async () => {
  const { state, rows } = makeRows();
  const { keys: before } = await makeSigningKeys({ rows, box: boxOf('old') })();
  const sealed = state.keys[0]?.sealedKey;
  expect((await makeSigningKeys({ rows, box: boxOf('new', 'old') })()).keys).toEqual(before);
  expect(state.keys[0]?.sealedKey).not.toBe(sealed);
  expect((await makeSigningKeys({ rows, box: boxOf('new') })()).keys).toEqual(before);
});

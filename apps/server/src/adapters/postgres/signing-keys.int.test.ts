import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { useHarness } from '../../../test/use-harness.ts';
import { makeSigningKeys } from '../openid/signing-keys.ts';
import { makeSecretBox } from '../secret-box.ts';
import { makeSigningKeyRows } from './signing-keys.ts';

const h = useHarness();

/** Reads the keys as a server does that has just started. Returns their ids, the signing one first. */
const readKeys = async (): Promise<string[]> => {
  const box = makeSecretBox([createSecretKey(Buffer.from('secret of this test'.padEnd(32, '.')))]);
  const { keys } = await makeSigningKeys({ rows: makeSigningKeyRows(h.database), box })();
  return keys.map(({ kid }) => kid);
};
const readKeysAtOnce = async (): Promise<string[]> => {
  const read = await Promise.all([readKeys(), readKeys(), readKeys()]);
  for (const keys of read) expect(keys).toEqual(read[0]);
  return read[0] ?? [];
};
const passDays = (days: number) =>
  h.database.query("UPDATE openid_signing_keys SET created_at = created_at - $1 * interval '1 day'", [days]);

test('servers that read at the same time make one key, replace it after 90 days, and delete it after 180', async () => {
  const [first = '', ...none] = await readKeysAtOnce();
  expect(none).toEqual([]);
  await passDays(89);
  expect(await readKeysAtOnce()).toEqual([first]);
  await passDays(2);
  const [signing, next = '', ...others] = await readKeysAtOnce();
  expect([signing, others], 'the next key is published for a day before it signs').toEqual([first, []]);
  await passDays(1);
  expect(await readKeysAtOnce()).toEqual([next, first]);
  await passDays(89);
  const later = await readKeysAtOnce();
  expect([later[0], later.length, later.includes(first)]).toEqual([next, 2, false]);
});

import { beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { makeVendorKey } from '../../test/contract-walk/vendor.ts';
import { makeOperator } from '../../test/operators.ts';
import { snapshot } from '../../test/snapshot.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();
let key: { key: string };

beforeAll(async () => {
  key = await makeVendorKey(h);
});

const writeNote = (accountId: string, text: string) =>
  inject<{ error: { type: string; field: string } }>(h.app, {
    method: 'POST',
    url: `/vendor/v1/accounts/${accountId}/notes`,
    headers: { authorization: `Bearer ${key.key}` },
    payload: { text },
  });

test('a note may have several lines, and operators read them as lines', async () => {
  const { accountId } = await h.makeCustomer();
  expect((await writeNote(accountId, ' asked about seats\r\n\rwants a call\n')).status).toBe(204);
  const support = await makeOperator(h, 'support');
  const timeline = await support.call('GET', `/api/operator/customers/${accountId}/timeline`);
  expect(timeline.body).toMatchObject({ entries: [{ note: 'asked about seats\n\nwants a call' }, {}] });
});

test.each([
  ['an escape', 'a\u001b[31m'],
  ['a tab', 'a\tb'],
  ['NUL', 'a\u0000b'],
  ['a C1 control character', 'a\u0085b'],
  ['breaks alone', '\r\n \n'],
  ['501 characters', `${'x'.repeat(499)}\nx`],
])('[INV-23] a note with %s is refused, and nothing is written', async (_name, text) => {
  const { accountId } = await h.makeCustomer();
  const before = await snapshot(h.database);
  const { status, body } = await writeNote(accountId, text);
  expect([status, body.error.type, body.error.field]).toEqual([400, 'INVALID_REQUEST', 'text']);
  expect(await snapshot(h.database)).toEqual(before);
});

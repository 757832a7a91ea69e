import type { TokenPair } from '@foyer/contract/api/auth';
import { expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { boston, PASSWORD } from '../../test/customers.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();

const postJson = <Body>(url: string, payload: Record<string, string>) =>
  inject<Body>(h.app, { method: 'POST', url, payload });

test.each([
  ['the current address', boston, 'Ada'],
  ['the registration where there is none', null, 'Grace'],
])('[HO-01] an exchanged token says whom to greet, by %s; the same when it is repeated', async (_, address, name) => {
  const { email, userId } = await h.makeCustomer({ address });
  await h.database.query(`UPDATE users SET first_name = 'Grace' WHERE id = $1`, [userId]);
  const { refreshToken } = (await postJson<TokenPair>('/api/auth/sessions', { email, password: PASSWORD })).body;
  const first = await postJson<TokenPair>('/api/auth/tokens', { refreshToken });
  expect([first.status, first.body.firstName], first.text).toEqual([200, name]);
  const again = await postJson<TokenPair>('/api/auth/tokens', { refreshToken });
  expect([again.body.refreshToken, again.body.firstName]).toEqual([first.body.refreshToken, name]);
});

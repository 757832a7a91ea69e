import { expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { makePasskeyCalls } from '../../test/passkey-calls.ts';
import { useHarness } from '../../test/use-harness.ts';
import { closeDemoCustomers, reopenDemoCustomers } from './close-demo.ts';

const h = useHarness();
const { withPasskey, signInWith } = makePasskeyCalls(() => h);

const ADA = 'ada@demo.arcwave.test';

const signIn = (email: string, device?: string) =>
  inject<{ device: string }>(h.app, {
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { email, password: PASSWORD, ...(device && { device }) },
  });

test('[M3] a closed demo customer gets in by no way, and its sessions end; others go on, and it can be opened again', async () => {
  const ada = await withPasskey();
  await h.database.query('UPDATE users SET email = $2 WHERE id = $1', [ada.userId, ADA]);
  const other = await h.makeCustomer();
  const { device } = (await signIn(ADA)).body;

  expect(await closeDemoCustomers(h.database)).toBe(1);
  expect((await ada.client.get('/api/auth/me')).status).toBe(401);
  const { refreshToken } = ada.client;
  expect((await ada.client.post('/api/auth/tokens', { refreshToken })).body.error.type).toBe('INVALID_TOKEN');
  expect((await signIn(ADA)).body.error.type).toBe('INVALID_CREDENTIALS');
  expect((await signIn(ADA, device)).body.error.type).toBe('INVALID_CREDENTIALS');
  expect((await signInWith(ada.device)).body.error.type).toBe('INVALID_CREDENTIALS');
  expect((await other.client.get('/api/auth/me')).status).toBe(200);
  expect((await signIn(other.email)).status).toBe(200);

  expect(await closeDemoCustomers(h.database), 'at the next start').toBe(1);
  await reopenDemoCustomers(h.database);
  expect((await signIn(ADA, device)).status).toBe(200);
  expect((await signInWith(ada.device)).status).toBe(200);
});

test('[M3] where no demo was loaded nothing is closed', async () => {
  await h.database.query(`UPDATE users SET email = 'not-ada@demo.arcwave.test' WHERE email = $1`, [ADA]);
  expect(await closeDemoCustomers(h.database)).toBe(0);
});

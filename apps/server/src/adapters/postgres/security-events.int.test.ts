import { expect, test } from 'vitest';
import { close, makeCustomerToClose } from '../../../test/closing.ts';
import { useHarness } from '../../../test/use-harness.ts';

const h = useHarness();

const eventsOf = (accountId: string) =>
  h.database.query<{ id: string; type: string; address: string | null; userAgent: string | null }>(
    'SELECT id, type, host(address) AS address, user_agent FROM security_events WHERE account_id = $1 ORDER BY id',
    [accountId],
  );
const run = (statement: string, values: readonly unknown[]) =>
  h.database.query(statement, values).then(
    () => 'done',
    (error: Error) => error.message,
  );
const refusalMessage = (operation: 'UPDATE' | 'DELETE') =>
  `${operation} on security_events is refused: its rows are append-only`;

test('[ASVS 16.4.2] an event cannot be changed, nor deleted within its year, whoever it is of', async () => {
  const { accountId } = await makeCustomerToClose(h);
  await h.database.query(
    `INSERT INTO security_events (id, account_id, type, at) VALUES ('aud_young', $1, 'young', now() - interval '364 days'),
       ('aud_old', $1, 'old', now() - interval '366 days'), ('aud_nobody', NULL, 'sign_in_failed', now())`,
    [accountId],
  );
  const before = await eventsOf(accountId);
  for (const id of ['aud_young', 'aud_old', 'aud_nobody'])
    for (const change of ["type = 'another'", 'address = NULL, user_agent = NULL', 'account_id = NULL'])
      expect(await run(`UPDATE security_events SET ${change} WHERE id = $1`, [id])).toBe(refusalMessage('UPDATE'));
  for (const id of ['aud_young', 'aud_nobody'])
    expect(await run('DELETE FROM security_events WHERE id = $1', [id])).toBe(refusalMessage('DELETE'));
  expect(await eventsOf(accountId)).toEqual(before);
  expect(await run(`DELETE FROM security_events WHERE id = 'aud_old'`, [])).toBe('done');
});

test('[ASVS 16.4.2] [INV-27] closing takes address and browser out of events, and nothing else can be changed then', async () => {
  const customer = await makeCustomerToClose(h);
  const before = await eventsOf(customer.accountId);
  expect(before.some(({ address }) => address !== null)).toBe(true);
  expect((await close(h, customer)).status).toBe(204);
  const after = await eventsOf(customer.accountId);
  expect(after.slice(0, before.length)).toEqual(before.map((event) => ({ ...event, address: null, userAgent: null })));
  for (const change of [
    "type = 'another'",
    "address = '192.0.2.1'",
    "user_agent = 'another'",
    "session_id = 'ses_another'",
  ])
    expect(await run(`UPDATE security_events SET ${change} WHERE id = $1`, [before[0]?.id])).toBe(
      refusalMessage('UPDATE'),
    );
});

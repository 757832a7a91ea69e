import { expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { close, makeCustomerToClose } from '../../test/closing.ts';
import { makeOperator, REASON } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();

type Line = Readonly<Record<string, string | null>>;
const linesOf = (message: string): Line[] =>
  h.log.lines.map((text) => JSON.parse(text) as Line).filter(({ msg }) => msg === message);
/** What a line says beside the fields that every line has. */
const fieldsOf = (line: Line): Line =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !['level', 'time', 'msg'].includes(name)));

test('[ASVS 16.4.3] each security event is a line of the log too, with ids and no other personal data', async () => {
  const ada = await makeCustomerToClose(h);
  const signIn = { method: 'POST' as const, url: '/api/auth/sessions' };
  await inject(h.app, { ...signIn, payload: { email: ada.email, password: 'wrong-secret' } });
  await inject(h.app, { ...signIn, payload: { email: 'stranger@test.arcwave.test', password: 'wrong-secret' } });
  await ada.client.patch('/api/auth/me', { cidrRestriction: '127.0.0.0/8', password: 'not it' });
  const jo = await makeOperator(h, 'support');
  for (let n = 0; n < 2; n += 1) await jo.call('GET', `/api/operator/customers/${ada.accountId}`);
  const other = await h.signIn(ada.email);
  await other.delete(`/api/auth/me/security/tokens/${other.jti()}`);
  expect((await close(h, ada)).status).toBe(204);

  const rows = await h.database.query<Line>(
    'SELECT id AS event_id, type, account_id, session_id, operator_id, request_id, method FROM security_events ORDER BY id',
  );
  const types = rows.map(({ type }) => type);
  for (const type of [
    'signed_in',
    'sign_in_failed',
    'step_up_failed',
    'operator_viewed',
    'signed_out',
    'account_closed',
  ])
    expect(types).toContain(type);
  const lines = linesOf('security event').map(fieldsOf);
  expect(lines.sort((one, other) => (String(one.eventId) < String(other.eventId) ? -1 : 1))).toEqual(rows);
});

test('[ASVS 16.4.3] each command of an operator is a line of the log too, without its reason', async () => {
  const jo = await makeOperator(h, 'support');
  const ada = await h.makeCustomer();
  const answer = await jo.call('POST', `/api/operator/customers/${ada.accountId}/sessions/end`, { reason: REASON });
  expect(answer.status, answer.text).toBeLessThan(300);
  const rows = await h.database.query<Line>(
    'SELECT id AS audit_id, actor, action, account_id, subject_type, subject_id FROM audit_log WHERE account_id = $1',
    [ada.accountId],
  );
  expect(rows).toHaveLength(1);
  const lines = linesOf('operator command').filter(({ accountId }) => accountId === ada.accountId);
  expect(lines.map(fieldsOf)).toEqual(rows);
  expect(lines[0]?.actor).toBe(jo.id);
});

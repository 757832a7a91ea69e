import { describe, expect, test } from 'vitest';
import type { Answer } from '../../test/client.ts';
import { makeOperator, operatorSignIn, type TestOperator } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();
const NEXT = 'an entirely new phrase';

const change = (operator: Pick<TestOperator, 'call'>, password: string, newPassword = NEXT): Promise<Answer<unknown>> =>
  operator.call('POST', '/api/operator/me/change-password', { password, newPassword });
const refusalOf = ({ status, body: { error } }: Answer<unknown>) => [status, error.type, error.field];
const isIn = async (operator: Pick<TestOperator, 'call'>) =>
  (await operator.call('GET', '/api/operator/me')).status === 200;

/** The same operator at another screen. */
const elsewhere = async ({ email, password }: TestOperator): Promise<string> => {
  const signed = await operatorSignIn(h, { email, password });
  expect(signed.status, signed.text).toBe(201);
  return signed.body.token;
};
const eventsOf = async (type: string) =>
  (await h.database.query('SELECT id FROM security_events WHERE type = $1', [type])).length;

describe('[OP-01] an operator’s own password', () => {
  test('[INV-14] is changed by the current one: every other session ends, this one stays, and it is on the record', async () => {
    const jo = await makeOperator(h, 'support');
    const other = await elsewhere(jo);
    const before = await eventsOf('operator_password_changed');
    const answer = await change(jo, jo.password);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await isIn(jo)).toBe(true);
    const sessions = await h.database.query(
      'SELECT id FROM operator_sessions WHERE operator_id = $1 AND ended_at IS NULL',
      [jo.id],
    );
    expect(sessions).toHaveLength(1);
    expect(h.log.lines.join('\n')).not.toContain(other);

    const { email } = jo;
    expect((await operatorSignIn(h, { email, password: jo.password })).body.error.type).toBe('INVALID_CREDENTIALS');
    expect((await operatorSignIn(h, { email, password: NEXT })).status).toBe(201);
    const entries = await h.database.query(
      'SELECT action, subject_type, subject_id, after FROM audit_log WHERE actor = $1',
      [jo.id],
    );
    expect(entries).toEqual([{ action: 'change_password', subjectType: 'operator', subjectId: jo.id, after: {} }]);
    expect(await eventsOf('operator_password_changed')).toBe(before + 1);
  });

  test('[INV-22] is kept as a hash, and neither the old nor the new one stands in the log or the record', async () => {
    const jo = await makeOperator(h, 'billing');
    expect((await change(jo, jo.password)).status).toBe(204);
    const [row] = await h.database.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM operators WHERE id = $1',
      [jo.id],
    );
    expect(row?.hash).toMatch(/^\$argon2id\$/);
    const trail = JSON.stringify(await h.database.query('SELECT * FROM audit_log WHERE actor = $1', [jo.id]));
    for (const secret of [jo.password, NEXT]) {
      expect(h.log.lines.join('\n')).not.toContain(secret);
      expect(trail).not.toContain(secret);
    }
  });

  test('[INV-19] a wrong current one changes nothing, and the sixth within a minute is not looked at', async () => {
    const jo = await makeOperator(h, 'catalogue');
    for (let n = 0; n < 5; n += 1)
      expect(refusalOf(await change(jo, 'not the current one'))).toEqual([400, 'INVALID_CREDENTIALS', 'password']);
    expect(refusalOf(await change(jo, jo.password))).toEqual([429, 'RATE_LIMITED', null]);
    h.wall.advance(61_000);
    expect((await change(jo, jo.password)).status).toBe(204);
  });

  test.each([
    ['too short', 'short'],
    ['a common one', 'password1'],
    ['the address and little else', 'operator-vendor'],
  ])('%s is refused as a customer’s would be, and the old one holds', async (_what, newPassword) => {
    const jo = await makeOperator(h, 'support');
    expect(refusalOf(await change(jo, jo.password, newPassword))).toEqual([400, 'INVALID_PASSWORD', 'newPassword']);
    expect(refusalOf(await change(jo, jo.password, jo.password))).toEqual([400, 'INVALID_PASSWORD', 'newPassword']);
    expect((await operatorSignIn(h, jo)).status).toBe(201);
  });

  test('[INV-14] of two who change it at the same moment one does; a sign-in under way with the old one gets no session', async () => {
    const jo = await makeOperator(h, 'admin');
    const answers = await Promise.all([change(jo, jo.password, `${NEXT} 1`), change(jo, jo.password, `${NEXT} 2`)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);

    const eve = await makeOperator(h, 'admin');
    const { signing } = await h.database.transaction(async (sql) => {
      await sql.query(`UPDATE operators SET password_hash = password_hash || 'x' WHERE id = $1`, [eve.id]);
      // Not within the transaction: it would go on seeing the connections of its first look.
      const waiting = () =>
        h.database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      const under = { signing: operatorSignIn(h, { email: eve.email, password: eve.password }) };
      await expect.poll(async () => (await waiting()).length, { interval: 10 }).toBe(1);
      return under;
    });
    expect((await signing).body.error.type).toBe('INVALID_CREDENTIALS');
    const sessions = await h.database.query('SELECT id FROM operator_sessions WHERE operator_id = $1', [eve.id]);
    expect(sessions, 'the one that made them').toHaveLength(1);
  });
});

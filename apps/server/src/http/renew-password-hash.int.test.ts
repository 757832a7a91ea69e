import { hash } from '@node-rs/argon2';
import { beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { makeOperator, operatorSignIn } from '../../test/operators.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();

/** Of an earlier release, whose hashes cost less than those of the tests. */
let weakHash = '';
beforeAll(async () => {
  weakHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
});

type Table = 'users' | 'operators';

const setHash = (table: Table, id: string, stored: string) =>
  h.database.query(`UPDATE ${table} SET password_hash = $2 WHERE id = $1`, [id, stored]);

const hashOf = async (table: Table, id: string) => {
  const [row] = await h.database.query<{ passwordHash: string }>(`SELECT password_hash FROM ${table} WHERE id = $1`, [
    id,
  ]);
  return row?.passwordHash ?? '';
};

const RENEWED = /^\$argon2id\$v=19\$m=16,t=1,p=1\$/;

const signIn = ({ email }: Customer, more: { device?: string; password?: string } = {}) =>
  inject<{ device: string }>(h.app, {
    method: 'POST',
    url: '/api/auth/sessions',
    payload: { email, password: PASSWORD, ...more },
  });

describe('[ASVS 11.2.2] a password hash that costs less than new ones', () => {
  test('is made anew at the right password, and not at a wrong one; sessions and known devices stay', async () => {
    const owner = await h.makeCustomer();
    const { device } = (await signIn(owner)).body;
    await setHash('users', owner.userId, weakHash);
    expect((await signIn(owner, { password: 'not the password' })).status).toBe(400);
    expect(await hashOf('users', owner.userId)).toBe(weakHash);

    expect((await signIn(owner, { device })).status).toBe(200);
    const renewed = await hashOf('users', owner.userId);
    expect(renewed).toMatch(RENEWED);
    expect((await signIn(owner, { device })).status).toBe(200);
    expect(await hashOf('users', owner.userId)).toBe(renewed);
    expect((await owner.client.get('/api/auth/me')).status).toBe(200);
  });

  test('six sign-ins and a sensitive change at once all succeed', async () => {
    const owner = await h.makeCustomer();
    const { device } = (await signIn(owner)).body;
    await setHash('users', owner.userId, weakHash);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => signIn(owner, n % 2 === 0 ? { device } : {})),
      owner.client.post('/api/auth/me/export', { password: PASSWORD }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 6 }, () => 200), 202]);
    expect(await hashOf('users', owner.userId)).toMatch(RENEWED);
  });

  test.each([
    ['a sign-in', signIn, null],
    ['a step-up', ({ client }: Customer) => client.post('/api/auth/me/export', { password: PASSWORD }), 'password'],
  ] as const)('is not restored over a password that was changed during %s', async (_, ask, field) => {
    const owner = await h.makeCustomer();
    await setHash('users', owner.userId, weakHash);
    const other = await hash('an entirely new phrase', { memoryCost: 16, timeCost: 1, parallelism: 1 });
    const held = await h.database.transaction(async (sql) => {
      await sql.query('UPDATE users SET password_hash = $2 WHERE id = $1', [owner.userId, other]);
      const answer = ask(owner);
      const waiting = () =>
        h.database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      await expect.poll(async () => (await waiting()).length, { interval: 10 }).toBe(1);
      return { answer };
    });
    expect((await held.answer).body.error).toMatchObject({ type: 'INVALID_CREDENTIALS', field });
    expect(await hashOf('users', owner.userId)).toBe(other);
  });

  test('of an operator is made anew as well', async () => {
    const operator = await makeOperator(h, 'support');
    const weak = await hash(operator.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await setHash('operators', operator.id, weak);
    const signed = await Promise.all([operatorSignIn(h, operator), operatorSignIn(h, operator)]);
    expect(signed.map(({ status }) => status)).toEqual([201, 201]);
    expect(await hashOf('operators', operator.id)).toMatch(RENEWED);
  });
});

import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { type Canary, findCanaries, plantCanaries, rowsOf } from '../../../test/canaries.ts';
import { close, makeCustomerToClose } from '../../../test/closing.ts';
import { makeFullCustomer } from '../../../test/full-customer.ts';
import { useHarness } from '../../../test/use-harness.ts';
import { impersonalTables, personalData } from '../../adapters/postgres/personal-data.ts';
import type { PersonalTable } from '../../adapters/postgres/personal-table.ts';

const h = useHarness({ queue: 'real' });

const stays = ({ atClosing }: PersonalTable, column: string): boolean =>
  atClosing === 'keep' || (atClosing !== 'delete' && !(column in atClosing));

describe('[INV-27] the keep-list knows every table and every column of text', () => {
  test('each table is on the list of personal tables or on that of the others', async () => {
    const tables = await h.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const listed = [...Object.keys(personalData), ...Object.keys(impersonalTables)].sort();
    expect(tables.map(({ name }) => name)).toEqual(listed);
  });

  test.each(Object.entries(personalData))('%s: each column of text is personal or is not', async (name, table) => {
    const columns = await h.database.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1
         AND data_type IN ('text', 'USER-DEFINED', 'json', 'jsonb', 'inet', 'bytea', 'ARRAY', 'character varying') ORDER BY 1`,
      [name],
    );
    expect(columns.map((column) => column.name)).toEqual([...table.personal, ...table.impersonal].sort());
  });

  test.each(Object.entries(personalData))('[BY-02] %s: an index finds the rows of one person', async (name, table) => {
    const where = table.rows.replace(/\$(user|account)/, `'somebody'`);
    const plan = await h.database.transaction(async (tx) => {
      // Small tables are always read whole: here only what cannot be done otherwise still is.
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ queryPlan: string }>(`EXPLAIN SELECT 1 FROM ${name} WHERE ${where}`);
    });
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
  });

  test('a table without rows about customers refers to no customer', async () => {
    // The vendor's own people have addresses as well, and are no customers who leave.
    const staff = ['operators', 'operator_sessions'];
    const owned = await h.database.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public'
         AND column_name IN ('account_id', 'user_id', 'email', 'address')`,
    );
    const names = owned.map(({ name }) => name);
    expect(Object.keys(impersonalTables).filter((name) => names.includes(name))).toEqual(staff);
  });

  test('docs/personal-data.md is written from the list', async () => {
    await expect(keepListText()).toMatchFileSnapshot('../../../../../docs/personal-data.md');
  });
});

test('[SC-10] [INV-27] after closing only what the keep-list keeps is left of a person, in the whole database', async () => {
  const ada = await makeFullCustomer(h);
  const canaries = await plantCanaries(h.database, ada);
  expect(canaries.length).toBeGreaterThan(40);
  const queued: Canary = { table: 'pgboss.job', column: 'data', needle: 'canary-of-the-queue' };
  // Put off as well, so that none is on its way while the account closes: a mail that was sent is out of our hands.
  await h.database.query(
    `UPDATE pgboss.job SET data = data || jsonb_build_object('firstName', $2::text), start_after = now() + interval '1 day'
     WHERE data ->> 'accountId' = $1`,
    [ada.accountId, queued.needle],
  );
  expect(await findCanaries(h.database, [queued])).not.toEqual([]);
  const books = await h.ledgerCheck();
  const before = await findCanaries(h.database, canaries);
  for (const { table, column } of canaries) expect(before).toContain(`public.${table} holds ${table}.${column}`);
  const [{ hash } = { hash: '' }] = await h.database.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE id = $1',
    [ada.userId],
  );

  const answer = await close(h, ada);
  expect(answer.status, answer.text).toBe(204);
  await h.mails('canary-users-email-end', 1);

  const kept = canaries
    .filter(({ table, column }) => stays(personalData[table] as PersonalTable, column))
    .map(({ table, column }) => `public.${table} holds ${table}.${column}`);
  // The mail about the closing goes to the address that was.
  const mailTables = ['mails', 'job_common', 'job'];
  expect(await findCanaries(h.database, [queued])).toEqual([]);
  const left = (await findCanaries(h.database, canaries)).filter(
    (found) =>
      !(found.endsWith('users.email') || found.endsWith('users.first_name')) ||
      !mailTables.some((name) => found.includes(name)),
  );
  expect(left).toEqual(kept.sort());
  expect(left.filter((found) => /users|addresses|sessions|mails|security_events/.test(found))).toEqual([]);

  for (const [table, { atClosing }] of Object.entries(personalData)) {
    if (atClosing !== 'delete') continue;
    const rows = await h.database.query(`SELECT 1 FROM ${table} WHERE ${rowsOf(table, ada)}`);
    expect(rows, table).toHaveLength(table === 'mails' ? 1 : 0);
  }
  expect(
    await h.database.query('SELECT 1 FROM users WHERE id = $1 AND password_hash = $2', [ada.userId, hash]),
  ).toEqual([]);
  expect(h.log.lines.join('\n')).not.toContain('canary-');
  expect(await h.ledgerCheck(), 'no worse than the canaries made them').toEqual(books);

  // Within 30 days the mail about the closing is gone from the sandbox's mailbox too.
  h.wall.advance(15 * DAY_MS);
  await h.work.sweepClosings();
  expect(await h.services.mailbox?.list('canary-users-email-end', 5)).toEqual([]);
  h.wall.reset();
});

test('[INV-27] a link that was requested on the sign-in page, under the address alone, is erased as well', async () => {
  const ada = await makeCustomerToClose(h);
  const linkRequests = () =>
    h.database.query(`SELECT 1 FROM pgboss.job WHERE data ->> 'kind' = 'link_request' AND lower(data ->> 'to') = $1`, [
      ada.email,
    ]);
  await h.anonymous().post('/api/auth/password-resets', { email: ada.email.toUpperCase() });
  expect(await linkRequests()).toHaveLength(1);
  expect((await close(h, ada)).status).toBe(204);
  expect(await linkRequests()).toEqual([]);
});

test('[INV-20] nobody else’s rows are touched', async () => {
  const [ada, eve] = [await makeFullCustomer(h), await makeFullCustomer(h)];
  const rowsOfEve = async () => {
    const found: Record<string, unknown> = {};
    for (const table of Object.keys(personalData)) {
      if (table === 'mails') continue; // hers are still arriving
      const rows = await h.database.query<{ row: string }>(
        `SELECT t::text AS row FROM ${table} t WHERE ${rowsOf(table, eve)} ORDER BY 1`,
      );
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  };
  const before = await rowsOfEve();
  expect((await close(h, ada)).status).toBe(204);
  expect(await rowsOfEve()).toEqual(before);
});

const list = (names: readonly string[]): string =>
  names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ');

const atClosingText = ({ atClosing, personal }: PersonalTable): string => {
  if (atClosing === 'delete') return 'rows are deleted';
  if (atClosing === 'keep') return 'kept';
  const left = personal.filter((column) => !(column in atClosing));
  const overwritten = `overwritten: ${list(Object.keys(atClosing))}`;
  return left.length === 0 ? overwritten : `${overwritten}; kept: ${list(left)}`;
};

/** Text of docs/personal-data.md. After a change of personal-data.ts, run this test with `-u` to write it. */
const keepListText = (): string =>
  [
    '# Personal data',
    '',
    'This page lists every table with rows about a person, its personal columns, and what happens to them when the customer closes the account (SC-10, INV-27). It happens in the transaction that closes the account. Sandbox mails about the closing and sent jobs of the mail queue are deleted within 14 days, access logs within 30 days.',
    '',
    'The list is `apps/server/src/adapters/postgres/personal-data.ts`. Closing an account carries it out, and the customer’s data export (BY-02) reads it. A test compares this page with it: a new table or text column fails until it is listed here.',
    '',
    '| Table | Personal columns | At closing | Why | Not in the export |',
    '|---|---|---|---|---|',
    ...Object.entries(personalData).map(
      ([name, table]) =>
        `| \`${name}\` | ${list(table.personal)} | ${atClosingText(table)} | ${table.why} | ${list(table.notExported ?? [])} |`,
    ),
    '',
    'Tables without rows about customers:',
    '',
    ...Object.entries(impersonalTables).map(([name, why]) => `- \`${name}\`: ${why}`),
    '',
    'The payment provider keeps separate records. Foyer asks it to delete its customer with the cards before the account is closed. The sandbox gateway has its records in the schema `sandbox`.',
    '',
  ].join('\n');

import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { withClient } from '../../../test/with-client.ts';
import { type AuditRecord, followAuditLog } from './follow-audit-log.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const insert = (client: pg.Client, id: string, at: string) =>
  client.query(
    `INSERT INTO audit_log (id, actor, action, subject_type, reason, wall_at) VALUES ($1, 'jo', 'redrive', 'job', 'x', $2)`,
    [id, at],
  );

test('[decision 69] each record is written once, also one that commits after a later one, and none before the begin', async () => {
  const written: AuditRecord[] = [];
  const ids = () => written.map(({ id }) => id);
  const stop = new AbortController();
  await withClient(database.config, async (late) => {
    await withClient(database.config, async (client) => {
      await insert(client, 'aud_0', '2026-11-26T09:00:00Z');
      await late.query('BEGIN');
      await insert(late, 'aud_2', '2026-11-26T10:00:30Z');
      await client.query(`
        INSERT INTO audit_log (id, actor, action, subject_type, reason, wall_at)
        SELECT 'aud_many_' || lpad(n::text, 4, '0'), 'jo', 'redrive', 'job', 'x', '2026-11-26T10:00:00Z' FROM generate_series(1, 1500) n`);
      await insert(client, 'aud_3', '2026-11-26T10:00:31Z');
      const following = withClient(database.config, (reader) =>
        followAuditLog(reader, {
          since: new Date('2026-11-26T10:00:00Z'),
          write: (record) => written.push(record),
          signal: stop.signal,
          pauseMs: 10,
        }),
      );
      await expect.poll(ids, { interval: 10 }).toContain('aud_3');
      await late.query('COMMIT');
      await expect.poll(ids, { interval: 10 }).toContain('aud_2');
      await insert(client, 'aud_4', '2026-11-26T11:00:00Z');
      await expect.poll(ids, { interval: 10 }).toContain('aud_4');
      stop.abort();
      await following;
    });
  });
  expect(ids()).toHaveLength(1_503);
  expect(new Set(ids()).size).toBe(1_503);
  expect(ids().slice(-3)).toEqual(['aud_3', 'aud_2', 'aud_4']);
  const schema = JSON.parse(
    readFileSync(new URL('../../../../../docs/operations/audit.schema.json', import.meta.url), 'utf8'),
  );
  expect(Object.keys(written[0] ?? {})).toEqual(schema.required);
  expect(Object.keys(schema.properties)).toEqual(schema.required);
});

import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DescriptionParts } from '@foyer/domain/state/entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
const FIRST_WITH_PARTS = '0044';

const texts: readonly (readonly [string, DescriptionParts | null])[] = [
  ['Drive Starter, yearly', { kind: 'plan', product: 'drive', plan: 'Starter', interval: 'yearly' }],
  ['Drive Pro, large, monthly', { kind: 'plan', product: 'drive', plan: 'Pro, large', interval: 'monthly' }],
  ['IoT Basic, every 6 months', { kind: 'plan', product: 'iot', plan: 'Basic', interval: 'every-6-months' }],
  ['Drive Basic, free', { kind: 'plan', product: 'drive', plan: 'Basic', interval: 'free' }],
  ['Unused time, Drive Starter', { kind: 'unused', product: 'drive', plan: 'Starter' }],
  ['Unused time, Drive Pro, large', { kind: 'unused', product: 'drive', plan: 'Pro, large' }],
  ['Scope Ultimate, perpetual license', { kind: 'perpetual', product: 'scope', plan: 'Ultimate' }],
  ['Scope Ultimate, 1 Year Maintenance', { kind: 'maintenance', product: 'scope', plan: 'Ultimate', months: 12 }],
  ['Scope Ultimate, 3 Years Maintenance', { kind: 'maintenance', product: 'scope', plan: 'Ultimate', months: 36 }],
  ['Scope Ultimate, 2-year maintenance', { kind: 'maintenance', product: 'scope', plan: 'Ultimate', months: 24 }],
  ['Scope Ultimate, 6-month maintenance', { kind: 'maintenance', product: 'scope', plan: 'Ultimate', months: 6 }],
  ['Drive Starter, 6 months free', { kind: 'free', product: 'drive', plan: 'Starter', months: 6 }],
  ['Drive Starter, free forever', { kind: 'free', product: 'drive', plan: 'Starter', months: null }],
  ['Drive Starter, 1 month prepaid', { kind: 'prepaid', product: 'drive', plan: 'Starter', months: 1 }],
  ['Scope Ultimate, Maintenance Gold', null],
  ['Drive Starter', null],
  ['Sonar Starter, yearly', null],
  ['A gift', null],
  ['', null],
];

describe('[BY-05] migration of invoices of earlier releases', () => {
  let database: TestDatabase;
  let folder: ReturnType<typeof makeTempFolder>;
  let before: unknown[];

  const rowsOf = async <Row>(sql: string): Promise<Row[]> =>
    (await withClient(database.config, (client) => client.query(sql))).rows as Row[];
  const figures = () =>
    rowsOf(`SELECT to_jsonb(i) - 'description_parts' - 'updated_at' AS invoice, to_jsonb(l) - 'description_parts' - 'account_id' AS line
          FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id ORDER BY i.number`);

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    folder = makeTempFolder('migrations');
    const earlier = readdirSync(MIGRATIONS).filter((file) => file < FIRST_WITH_PARTS);
    for (const file of earlier) copyFileSync(path.join(MIGRATIONS, file), path.join(folder.path, file));
    await migrate(database.config, folder.path);
    await withClient(database.config, async (client) => {
      await client.query(`INSERT INTO accounts (id, brand, gateway) VALUES ('acc_1', 'drive', 'sandbox')`);
      await client.query(
        `INSERT INTO invoices (id, number, account_id, reason, status, description, subtotal_cents, tax_rate_ppm, tax_cents, total_cents,
           amount_due_cents, balance_after_cents, finalized_at, paid_at)
         SELECT 'inv_' || n, 'R-' || lpad(n::text, 6, '0'), 'acc_1', 'grant', 'paid', t, 0, 0, 0, 0, 0, 0, now(), now()
         FROM unnest($1::text[]) WITH ORDINALITY AS u (t, n)`,
        [texts.map(([text]) => text)],
      );
      await client.query(
        `INSERT INTO invoice_lines (id, invoice_id, position, kind, description, quantity, unit_amount_cents, gross_cents, amount_cents)
         SELECT 'lin_' || id, id, 0, 'grant', description, 1, 0, 0, 0 FROM invoices`,
      );
    });
    before = await figures();
    await migrate(database.config, MIGRATIONS);
  });
  afterAll(async () => {
    await database.drop();
    folder.remove();
  });

  test.each(['invoices', 'invoice_lines'])(
    '%s get the parts of their texts, and unknown texts get none',
    async (table) => {
      const rows = await rowsOf<{ description: string; description_parts: DescriptionParts | null }>(
        `SELECT description, description_parts FROM ${table}`,
      );
      const found = new Map(rows.map((row) => [row.description, row.description_parts]));
      expect(texts.map(([text]) => [text, found.get(text)])).toEqual(texts);
    },
  );

  test('everything else of the rows stays', async () => {
    expect(before).toHaveLength(texts.length);
    expect(await figures()).toEqual(before);
  });
});

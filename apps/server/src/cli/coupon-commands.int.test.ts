import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { look, redeem } from '../../test/codes.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { loadCatalogue } from '../adapters/postgres/catalogue-store.ts';
import { demoCodes, loadDemoCodes } from '../demo/demo-codes.ts';
import { runCommand } from './run-command.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const make = (kind: string, ...options: string[]) => {
  const signed = ['--name', 'fair', '--reason', 'order 4711', '--by', 'jo@vendor.example'];
  return runCommand(['coupons', `create-${kind}`, ...options, ...signed], async () => h.operator);
};

test.each([
  ['term', ['--plan', 'pln_drive_starter', '--months', '12'], { type: 'Prepaid', durationInMonths: 12 }],
  ['perpetual', ['--plan', 'pln_scope_ultimate'], { isPerpetual: true, maintenanceMonths: 12 }],
  ['maintenance', ['--plan', 'pln_scope_ultimate', '--months', '36'], { isMaintenance: true, maintenanceMonths: 36 }],
  ['discount', ['--percent', '20', '--bills', '1'], { discountPercentage: 20, discountCycles: 1 }],
])(
  '[OP-03] [INV-22] %s: codes are shown once and stored as hashes, and the record has none of them',
  async (kind, options, says) => {
    const { code, out } = await make(kind, '--count', '3', ...options);
    expect(code, out.join('\n')).toBe(0);
    const [, ...codes] = out;
    expect(new Set(codes).size).toBe(3);
    const batch = codes[0]?.split('_')[0] ?? '';
    for (const made of codes) {
      expect(made).toMatch(/^(ppd|mnt|dsc)-[2-9a-z]{5}_[2-9A-HJ-NP-Z]{16}$/);
      expect(await tablesHolding(h.database, made.split('_')[1] ?? '?')).toEqual([]);
    }
    const [entry] = await h.database.query(
      `SELECT action, actor, subject_type, subject_id, after ->> 'count' AS count FROM audit_log WHERE subject_id = $1`,
      [batch],
    );
    expect(entry).toEqual({
      action: 'create_coupons',
      actor: 'jo@vendor.example',
      subjectType: 'coupon_batch',
      subjectId: batch,
      count: '3',
    });
    expect((await look(await h.makeCustomer(), codes[2] ?? '')).body).toMatchObject({ id: codes[2], ...says });
  },
);

test('[OP-03] what cannot be is refused in words, and makes nothing', async () => {
  const refused = await make('perpetual', '--count', '1', '--plan', 'pln_drive_starter');
  expect(refused).toMatchObject({ code: 1, out: [expect.stringContaining('There can be no such codes')] });
  expect(await make('term', '--count', '1', '--plan', 'pln_x', '--months', '1')).toMatchObject({ code: 1 });
  expect(await make('term', '--count', '1', '--plan', 'pln_drive_starter')).toMatchObject({ code: 2 });
});

test('the demo codes are made once, and each can be looked at', async () => {
  const catalogue = await loadCatalogue(h.database);
  for (let start = 0; start < 2; start += 1) await loadDemoCodes(h.database, catalogue);
  const ada = await h.makeCustomer();
  for (const { batch, displays } of demoCodes) {
    for (const display of displays) {
      const looked = await look(ada, display);
      expect([looked.status, looked.body.id], looked.text).toEqual([200, `${batch.id}_${display}`]);
    }
  }
  expect((await redeem(ada, 'DEMO-DRIVE-STARTER-1')).status).toBe(201);
});

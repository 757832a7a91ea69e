import { describe, expect, test } from 'vitest';
import { checkCode, redeem } from '../../test/codes.ts';
import { jo, makeScreenedCustomer, reviewOf } from '../../test/export-reviews.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { useHarness } from '../../test/use-harness.ts';
import { loadCatalogue } from '../adapters/postgres/catalogue-store.ts';
import { demoCodes, loadDemoCodes } from '../demo/demo-codes.ts';
import { runCommand } from './run-command.ts';

const h = useHarness();

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
      expect(made).toMatch(/^(ppd|mnt|dsc)-[2-9a-z]{5}_[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){6}$/);
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
    expect((await checkCode(await h.makeCustomer(), codes[2] ?? '')).body).toMatchObject({ id: codes[2], ...says });
  },
);

test('[OP-03] what cannot be is refused in words, and makes nothing', async () => {
  const because = async (kind: string, ...options: string[]) => (await make(kind, '--count', '1', ...options)).out[0];
  expect(await because('perpetual', '--plan', 'pln_drive_starter')).toContain(
    'has no perpetual licences and no maintenance',
  );
  expect(await because('term', '--plan', 'pln_drive_free', '--months', '1')).toContain('this plan is free');
  const past = ['--until', '2020-01-01', '--plan', 'pln_drive_starter', '--months', '1'];
  expect(await because('term', ...past)).toContain('--until must be in the future');
  expect(await because('term', '--plan', 'pln_drive_starter', '--months', '121')).toContain('from 1 to 120, not "121"');
  expect(await because('discount', '--percent', '101')).toContain('from 1 to 100, not "101"');
  expect(await make('term', '--count', '1', '--plan', 'pln_x', '--months', '1')).toMatchObject({ code: 1 });
  expect(await make('term', '--count', '1', '--plan', 'pln_drive_starter')).toMatchObject({ code: 2 });
});

describe('[OP-03] coupons revoke-batch', () => {
  const signed = ['--reason', 'sent to the wrong list', '--by', 'jo@vendor.example'];
  const revoke = (batch: string) =>
    runCommand(['coupons', 'revoke-batch', '--batch', batch, ...signed], async () => h.operator);
  const refusedAs = async (code: string) => {
    const { status, body } = await redeem(await h.makeCustomer(), code);
    return [status, body.error?.type];
  };
  const batchOf = (code = '') => code.split('_')[0] ?? '';

  test('what nobody redeemed opens nothing any more, also when it comes back from a review; what was redeemed stays', async () => {
    const { out } = await make('term', '--plan', 'pln_scope_starter', '--months', '12', '--count', '4');
    const [taken = '', cleared = '', denied = '', unused = ''] = out.slice(1);
    const ada = await h.makeCustomer();
    expect((await redeem(ada, taken)).status).toBe(201);
    const [eve, mallory] = [await makeScreenedCustomer(h), await makeScreenedCustomer(h)];
    expect((await redeem(eve, cleared)).body.error).toMatchObject({ type: 'NEEDS_REVIEW', held: true });
    expect((await redeem(mallory, denied)).body.error).toMatchObject({ type: 'NEEDS_REVIEW', held: true });
    expect(await revoke(batchOf(taken))).toEqual({
      code: 0,
      out: ['Codes that can no longer be used: 3', 'Redemptions that stay as they are: 3'],
    });
    expect(await refusedAs(unused)).toEqual([404, 'NOT_FOUND']);
    expect(await h.subscriptions(ada)).toMatchObject([{ status: 'active', type: 'Prepaid' }]);
    expect((await h.operator.clearReview(await reviewOf(h, eve), jo)).applied).toHaveLength(1);
    expect((await h.operator.denyReview(await reviewOf(h, mallory), jo)).released).toHaveLength(1);
    expect(await refusedAs(denied)).toEqual([404, 'NOT_FOUND']);
    const record = await h.database.query(
      `SELECT action, reason, after FROM audit_log WHERE subject_id = $1 AND action <> 'create_coupons'`,
      [batchOf(taken)],
    );
    expect(record).toEqual([
      { action: 'revoke_coupons', reason: 'sent to the wrong list', after: { revoked: 3, redeemed: 3 } },
    ]);
  });

  test('a discount with uses left is used no more', async () => {
    const { out } = await make('discount', '--percent', '20', '--uses', '5', '--count', '1');
    const [, code = ''] = out;
    expect((await checkCode(await h.makeCustomer(), code)).status).toBe(200);
    await revoke(batchOf(code));
    expect((await checkCode(await h.makeCustomer(), code)).status).toBe(404);
  });

  test('a batch that is not there, and one that was taken back before', async () => {
    expect(await revoke('ppd-zzzzz')).toMatchObject({
      code: 1,
      out: [expect.stringMatching(/^coupons revoke-batch ppd-zzzzz: not found\./)],
    });
    const { out } = await make('term', '--plan', 'pln_drive_starter', '--months', '1', '--count', '1');
    expect((await revoke(batchOf(out[1]))).code).toBe(0);
    const batch = batchOf(out[1]);
    expect(await revoke(batch)).toEqual({
      code: 1,
      out: [`coupons revoke-batch ${batch}: this is already done, so nothing was changed.`],
    });
  });
});

test('the demo codes are made once, and each can be looked at', async () => {
  const catalogue = await loadCatalogue(h.database);
  for (let start = 0; start < 2; start += 1) await loadDemoCodes(h.database, catalogue);
  const ada = await h.makeCustomer();
  for (const { batch, displays } of demoCodes) {
    for (const display of displays) {
      const looked = await checkCode(ada, display);
      expect([looked.status, looked.body.id], looked.text).toEqual([200, `${batch.id}_${display}`]);
    }
  }
  expect((await redeem(ada, 'DEMO-DRIVE-STARTER-1')).status).toBe(201);
});

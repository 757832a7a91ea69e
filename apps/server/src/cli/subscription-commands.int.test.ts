import { expect, test } from 'vitest';
import { makeLicenceHolder } from '../../test/licences.ts';
import { makeLate } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { runCommand } from './run-command.ts';

const h = useShop();

const auditOptions = ['--reason', 'dispute lost', '--by', 'jo@vendor.example'];
const run = (...args: string[]) => runCommand(['subscriptions', ...args], async () => h.operator);

test('[OP-02] what a customer has is listed, and one of it is ended, with what was owed for it', async () => {
  const { customer, id, receipt } = await makeLate(h);
  const listed = await run('list', '--account', customer.email);
  expect(listed.out).toEqual([
    'Subscriptions: 1',
    expect.stringMatching(new RegExp(`^  ${id}  pln_drive_starter  past_due  until 2026-\\d\\d-10T12:00:00.000Z$`)),
  ]);
  expect(await run('end', '--subscription', id, ...auditOptions)).toEqual({
    code: 0,
    out: [`Subscription ${id} has ended.`, `Receipt ${receipt} is void.`],
  });
  expect((await run('list', '--account', customer.accountId)).out).toEqual(['Subscriptions: 0']);
  const record = await h.database.query(
    'SELECT actor, action, reason, subject_type, subject_id FROM audit_log WHERE account_id = $1',
    [customer.accountId],
  );
  expect(record).toEqual([
    {
      actor: 'jo@vendor.example',
      action: 'end_subscription',
      reason: 'dispute lost',
      subjectType: 'subscription',
      subjectId: id,
    },
  ]);
  expect(await run('end', '--subscription', id, ...auditOptions)).toEqual({
    code: 1,
    out: [`subscriptions end ${id}: this is already done, so nothing was changed.`],
  });
});

test('[OP-02] hidden characters that would reverse the audit trail are left out of name and reason', async () => {
  const { customer, id } = await makeLate(h);
  const hidden = ['--reason', 'dispute \u202Elost\u202C', '--by', 'jo\u2066@vendor.example'];
  expect((await run('end', '--subscription', id, ...hidden)).code).toBe(0);
  const record = await h.database.query('SELECT actor, reason FROM audit_log WHERE account_id = $1', [
    customer.accountId,
  ]);
  expect(record).toEqual([{ actor: 'jo@vendor.example', reason: 'dispute lost' }]);
});

test('[OP-02] a licence for good is listed so, and not by the far end that it has in the books', async () => {
  const { customer, id } = await makeLicenceHolder(h);
  const { out } = await run('list', '--account', customer.email);
  expect(out).toEqual(['Subscriptions: 1', `  ${id}  pln_scope_ultimate  active  for good`]);
});

test('without a name and a reason nothing is ended, and the help says what is wanted', async () => {
  const { id } = await makeLate(h);
  const refused = await run('end', '--subscription', id);
  expect(refused.code).toBe(2);
  expect(refused.out.join('\n')).toContain('--reason is missing');
  expect((await run('list', '--account', 'nobody@example.com')).code).toBe(1);
});

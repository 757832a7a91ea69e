import { expect, test } from 'vitest';
import type { Customer } from '../../test/harness.ts';
import { useShop } from '../../test/use-harness.ts';
import { runCommand } from './run-command.ts';

const h = useShop();

const HOUR_MS = 3_600_000;
const refusedBefore = (account: string) => ({
  code: 1,
  out: [
    `grant-credit ${account}: the account got the same amount within the last hour, so nothing was granted. To grant it once more, add --again yes.`,
  ],
});

const grant = (account: string, cents: number, ...more: string[]) => {
  const line = ['grant-credit', '--account', account, '--cents', `${cents}`, '--reason', 'ticket 4711'];
  return runCommand([...line, '--by', 'jo@vendor.example', ...more], async () => h.operator);
};
const creditOf = async (customer: Customer) => -(await h.account(customer)).balanceCents;
const recorded = (customer: Customer) =>
  h.database.query<{ cents: number; again: boolean }>(
    `SELECT (after ->> 'amountCents')::int AS cents, (after -> 'again') IS NOT NULL AS again FROM audit_log
     WHERE account_id = $1 ORDER BY wall_at, id`,
    [customer.accountId],
  );

test('[INV-9] typed twice: granted once, however the account is named, and said; with --again yes it is granted, on the record as such', async () => {
  const customer = await h.makeCustomer();
  expect((await grant(customer.email, 500)).code).toBe(0);
  expect(await grant(customer.email, 500)).toEqual(refusedBefore(customer.email));
  expect(await grant(customer.accountId, 500, '--again', 'no')).toEqual(refusedBefore(customer.accountId));
  expect(await creditOf(customer)).toBe(500);
  expect((await grant(customer.accountId, 500, '--again', 'yes')).code).toBe(0);
  expect(await creditOf(customer)).toBe(1000);
  expect(await recorded(customer)).toEqual([
    { cents: 500, again: false },
    { cents: 500, again: true },
  ]);
});

test('[INV-9] of two at the same moment one is granted', async () => {
  const customer = await h.makeCustomer();
  const both = await Promise.all([grant(customer.email, 700), grant(customer.email, 700)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(await creditOf(customer)).toBe(700);
});

test('[INV-9] one that was given in the operator site counts too', async () => {
  const customer = await h.makeCustomer();
  await h.operator.grantCredit(customer.accountId, 500, { actor: 'opr_1', reason: 'ticket 4711', requestKey: 'a key' });
  expect(await grant(customer.email, 500)).toEqual(refusedBefore(customer.email));
});

test('another amount, another customer, and the same an hour later are gifts of their own', async () => {
  const [ada, bob] = [await h.makeCustomer(), await h.makeCustomer()];
  for (const [customer, cents] of [
    [ada, 500],
    [ada, 501],
    [bob, 500],
  ] as const)
    expect((await grant(customer.email, cents)).code).toBe(0);
  h.wall.advance(HOUR_MS - 60_000);
  expect(await grant(ada.email, 500)).toEqual(refusedBefore(ada.email));
  h.wall.advance(120_000);
  expect((await grant(ada.email, 500)).code).toBe(0);
  h.wall.reset();
  expect(await creditOf(ada)).toBe(1501);
});

import { beforeAll, expect, test } from 'vitest';
import { driveYear, makeCode, redeem } from '../../../test/codes.ts';
import { extend, makeLicenceHolder } from '../../../test/licences.ts';
import { makeHolder, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';
import { checkBooks, ruleNames } from './check-books.ts';

const h = useShop();

/** Thrown after the look at broken rows, so that none of them stays. */
class Undone extends Error {}

/** Lines about the books after statements that no trigger or foreign key stops, as when an operator works on the tables by SQL. */
const linesAfter = async (statements: readonly string[], isSettled = false): Promise<readonly string[]> => {
  let lines: readonly string[] = [];
  await h.database
    .transaction(async (sql) => {
      await sql.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await sql.query(statement);
      lines = await checkBooks(sql, { isSettled });
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return lines;
};

const copyOf = (table: string, where: string, changes: object): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(t, '${JSON.stringify(changes)}')).* FROM ${table} t WHERE ${where}`;

/** Rows of one kind each: a payment with its receipt, a redeemed code, a licence with bought maintenance. */
const makeRows = async () => {
  const { customer, id } = await makeHolder(h, starterYearly);
  const { accountId } = customer;
  const one = async (query: string): Promise<string> => (await h.database.query<{ id: string }>(query))[0]?.id ?? '';
  const coded = await h.makeCustomer();
  expect((await redeem(coded, await makeCode(h, driveYear))).status).toBe(201);
  const licensed = await makeLicenceHolder(h);
  expect((await extend(licensed.customer, licensed.id)).status).toBe(202);
  return {
    accountId,
    subscription: id,
    payment: await one(`SELECT id FROM payment_attempts WHERE account_id = '${accountId}' AND kind = 'charge'`),
    invoice: await one(`SELECT id FROM invoices WHERE account_id = '${accountId}'`),
    line: await one(
      `SELECT l.id FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id WHERE i.account_id = '${accountId}' LIMIT 1`,
    ),
    redemption: await one(`SELECT id FROM coupon_redemptions WHERE account_id = '${coded.accountId}'`),
    coupon: await one(`SELECT coupon_id AS id FROM coupon_redemptions WHERE account_id = '${coded.accountId}'`),
    licence: licensed.id,
    purchase: await one(`SELECT id FROM one_time_purchases WHERE for_subscription_id = '${licensed.id}'`),
    bought: await one(
      `SELECT id FROM maintenance_periods WHERE subscription_id = '${licensed.id}' AND source = 'purchase'`,
    ),
  };
};
type Rows = Awaited<ReturnType<typeof makeRows>>;
let rows: Rows;
beforeAll(async () => {
  rows = await makeRows();
});

const entry = ({ accountId }: Rows, debit: string, credit: string, cents = 700): string =>
  `INSERT INTO ledger_entries (id, account_id, kind, ref_id, debit, credit, amount_cents, at)
   VALUES ('led_x', '${accountId}', 'by hand', 'x', '${debit}', '${credit}', ${cents}, now())`;

const refundTooMuch = ({ accountId, payment }: Rows): string =>
  `INSERT INTO refunds (id, account_id, attempt_id, amount_cents, tax_cents, status, sent_at, decided_at)
   VALUES ('ref_x', '${accountId}', '${payment}', 9999999, 0, 'succeeded', now(), now())`;

/** For each rule, statements that break it and a text of its line. */
const broken: Readonly<Record<string, (rows: Rows) => readonly [line: string, ...statements: string[]]>> = {
  'I2 balance is not the sum of its ledger': ({ accountId }) => [
    `account ${accountId}, balanceCents -500, bookedCents 0. The ledger counts.`,
    `UPDATE accounts SET balance_cents = -500 WHERE id = '${accountId}'`,
  ],
  'receivable is not what open invoices are owed': (rows) => [
    `account ${rows.accountId}, bookedCents 700, dueCents 0`,
    entry(rows, 'receivable', 'revenue'),
  ],
  'written off is not what was given up or lost': (rows) => [
    `account ${rows.accountId}, bookedCents 700, dueCents 0, lostCents 0`,
    entry(rows, 'write_off', 'revenue'),
  ],
  'cash is not what was paid': (rows) => [
    `account ${rows.accountId}, bookedCents 33162, paidCents 32462`,
    entry(rows, 'cash', 'revenue'),
  ],
  'a payment is booked twice': ({ accountId, payment }) => [
    `account ${accountId}, payment pi_`,
    `INSERT INTO ledger_entries (id, account_id, kind, ref_id, debit, credit, amount_cents, at)
     SELECT 'led_x', account_id, 'payment.kept', gateway_intent_ref, 'cash', 'customer_credit', amount_cents, now()
     FROM payment_attempts WHERE id = '${payment}'`,
  ],
  'more was given back than was paid': (rows) => [
    `payment ${rows.payment}, paidCents 32462, refundedCents 9999999`,
    refundTooMuch(rows),
  ],
  'I9 more came back than was charged, by card and as credit': (rows) => [
    `payment ${rows.payment}, refundedCents 9999999, creditedCents 0`,
    refundTooMuch(rows),
  ],
  'I9 tax was given back that was never collected': (rows) => [
    `account ${rows.accountId}, keptCents -`,
    entry(rows, 'tax_payable', 'revenue', 9_999_999),
  ],
  'I3 an invoice is not the sum of its lines': ({ invoice, line }) => [
    `invoice ${invoice}, number R-`,
    `UPDATE invoice_lines SET amount_cents = amount_cents + 1, gross_cents = gross_cents + 1 WHERE id = '${line}'`,
  ],
  'I4 a paid invoice is not covered': ({ invoice, payment }) => [
    `invoice ${invoice}, number R-`,
    `UPDATE payment_attempts SET amount_cents = amount_cents - 1 WHERE id = '${payment}'`,
  ],
  'I5 more than one payment for an invoice': ({ invoice, payment }) => [
    `invoice ${invoice}, payments ${payment} pay_x`,
    'DROP INDEX payment_attempts_paid_once',
    copyOf('payment_attempts', `id = '${payment}'`, { id: 'pay_x', attempt_no: 99, gateway_charge_ref: null }),
  ],
  'I5 a payment without its charge': ({ payment }) => [
    `payment ${payment}, account`,
    `UPDATE payment_attempts SET gateway_charge_ref = 'ch_x' WHERE id = '${payment}'`,
  ],
  'I5 a charge of the gateway without its payment': ({ payment }) => [
    'charge ch_x, payment pay_x, amountCents 32462',
    copyOf('sandbox.charges', `attempt_id = '${payment}'`, { id: 'ch_x', attempt_id: 'pay_x' }),
  ],
  'I7 a period charged twice': ({ invoice, subscription }) => [
    `subscription ${subscription}, periodStart`,
    'DROP INDEX invoices_one_per_period',
    copyOf('invoices', `id = '${invoice}'`, { id: 'inv_x', number: 'R-900000' }),
  ],
  'I12 a charge below the minimum': ({ payment }) => [
    `payment ${payment}, account`,
    `UPDATE payment_attempts SET amount_cents = 49 WHERE id = '${payment}'`,
  ],
  'I13 a charge outside the card countries': ({ invoice, payment }) => [
    `payment ${payment}, country DE`,
    `UPDATE invoices SET bill_to = bill_to || '{"country": "DE"}' WHERE id = '${invoice}'`,
  ],
  'a void invoice left something in the books': ({ invoice }) => [
    `invoice ${invoice}, number`,
    `UPDATE invoices SET status = 'void', paid_at = NULL WHERE id = '${invoice}'`,
  ],
  'INV-3 entitled to something that was never paid for': ({ invoice, subscription }) => [
    `subscription ${subscription}, account`,
    `UPDATE invoices SET subscription_id = NULL WHERE id = '${invoice}'`,
  ],
  'INV-3 captured money for a subscription that never began': ({ invoice, subscription }) => [
    `subscription ${subscription}, invoice ${invoice}`,
    `UPDATE subscriptions SET status = 'incomplete' WHERE id = '${subscription}'`,
  ],
  'I21 a period of maintenance does not follow the one before': ({ bought, licence }) => [
    `maintenancePeriod ${bought}, subscription ${licence}`,
    `UPDATE maintenance_periods SET starts_at = starts_at + interval '1 day' WHERE id = '${bought}'`,
  ],
  'I22 a purchase, its invoice and its maintenance say different things': ({ purchase, bought }) => [
    `purchase ${purchase}, status failed, number`,
    `UPDATE one_time_purchases SET status = 'failed' WHERE id = '${purchase}'`,
    `UPDATE maintenance_periods SET source = 'grant' WHERE id = '${bought}'`,
  ],
  'I22 maintenance was bought by nobody': ({ bought }) => [
    `maintenancePeriod ${bought}, subscription`,
    `UPDATE maintenance_periods SET source_id = 'otp_x' WHERE id = '${bought}'`,
  ],
  'a row names another account than its subscription or receipt': ({ accountId, line }) => [
    `row ${line}, account null, expected ${accountId}`,
    `UPDATE invoice_lines SET account_id = NULL WHERE id = '${line}'`,
  ],
  'I15 a coupon counts other redemptions than it has': ({ coupon }) => [
    `coupon ${coupon}, redeemedCount 0, used 1`,
    `UPDATE coupons SET redeemed_count = 0 WHERE id = '${coupon}'`,
  ],
  'INV-6 a prepaid code is used up and nothing came of it': ({ coupon, redemption }) => [
    `redemption ${redemption}, account`,
    `UPDATE coupon_redemptions SET subscription_id = NULL WHERE coupon_id = '${coupon}'`,
  ],
  'numbers of receipts have a gap': () => [
    'counter invoices, lastNumber',
    'UPDATE invoice_counters SET last_number = last_number + 1',
  ],
  'INV-2 a charge is undecided for more than 7 days': ({ payment }) => [
    `payment ${payment}, account`,
    `UPDATE payment_attempts SET status = 'sending', decided_at = NULL, created_at = now() - interval '8 days' WHERE id = '${payment}'`,
  ],
};

test('[O18] each kind of broken row gets a line with its ids and what to do', async () => {
  expect(await linesAfter([])).toEqual([]);
  expect(Object.keys(broken).toSorted()).toEqual(ruleNames({ isSettled: false }).toSorted());
  for (const [rule, breakRow] of Object.entries(broken)) {
    const [line, ...statements] = breakRow(rows);
    const about = (await linesAfter(statements)).filter((each) => each.startsWith(`${rule}: `));
    expect(about, rule).toEqual([expect.stringMatching(/\. [A-Z].*\.$/)]);
    expect(about[0]).toContain(line);
  }
});

test('[INV-2] a charge that is under way is no broken row, and one when recovery should have decided it', async () => {
  const { payment } = rows;
  const underWay = [
    copyOf('payment_attempts', `id = '${payment}'`, {
      id: 'pay_u',
      attempt_no: 99,
      status: 'sending',
      gateway_charge_ref: null,
      decided_at: null,
      sent_at: new Date(),
    }),
    copyOf('sandbox.charges', `attempt_id = '${payment}'`, { id: 'ch_u', attempt_id: 'pay_u' }),
  ];
  expect(await linesAfter(underWay)).toEqual([]);
  expect(await linesAfter(underWay, true)).toEqual([
    expect.stringContaining('charge ch_u, payment pay_u'),
    expect.stringContaining('payment pay_u, status sending'),
  ]);
});

test('many broken rows of one kind do not hide the others', async () => {
  const { invoice } = rows;
  const copies = Array.from({ length: 60 }, (_, n) =>
    copyOf('invoices', `id = '${invoice}'`, { id: `inv_${n}`, number: `R-90000${n}`, subscription_id: null }),
  );
  const lines = await linesAfter(copies);
  expect(lines.filter((line) => line.startsWith('I3 '))).toHaveLength(51);
  expect(lines).toContain('I3 an invoice is not the sum of its lines: 10 more');
  expect(lines.at(-1)).toContain('numbers of receipts have a gap');
});

import { expect, test } from 'vitest';
import { close, makeCustomerToClose } from '../../../test/closing.ts';
import { type Customer, SECRET } from '../../../test/harness.ts';
import { buy, refusal } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';
import { makeHashEmail } from '../../adapters/hash-email.ts';
import { deriveKey } from '../../derive-keys.ts';
import { mailboxOf } from '../mailbox-of.ts';

/** A trial once per person (INV-8, D5): by account, by card, and by mailbox however its address is spelled (decision 24). */

const h = useShop();

const withEmail = async <T extends Customer>(customer: T, email: string): Promise<T> => {
  await h.database.query('UPDATE users SET email = $2 WHERE account_id = $1', [customer.accountId, email]);
  return customer;
};
const owner = async (email: string) => withEmail(await h.makeCustomer(), email);
const tryDrive = (customer: Customer) => buy(customer, { planId: 'pln_drive_starter', trial: true });
const USED = [409, 'TRIAL_ALREADY_USED'];

test.each([
  ['x@gmail.com', 'x+1@gmail.com'],
  ['o.n.e+first@gmail.com', 'one@googlemail.com'],
  ['two+a@arcwave.test', 'TWO+b@arcwave.test'],
  ['ada@b\u00fccher.test', 'ada@xn--bcher-kva.test'],
])('[INV-8] [SU-04] who had a trial as %s has had it as %s', async (first, second) => {
  expect((await tryDrive(await owner(first))).status).toBe(201);
  const again = await owner(second);
  expect(await refusal(tryDrive(again))).toEqual(USED);
  const { plans } = (
    await again.client.get<{ plans: { id: string; hasTrial: boolean }[] }>('/api/subscription/plans?product=drive')
  ).body;
  expect(
    plans.filter(({ hasTrial }) => hasTrial),
    'nor is one offered',
  ).toEqual([]);
  expect((await buy(again, { planId: 'pln_scope_starter', trial: true })).status, 'one of each product').toBe(201);
});

test('[INV-8] others are others: another name, another domain, dots where they are part of a name', async () => {
  for (const email of ['three@arcwave.test', 'th.ree@arcwave.test', 'three@example.com', 'four@arcwave.test'])
    expect((await tryDrive(await owner(email))).status, email).toBe(201);
});

test('[INV-8] [INV-26] two spellings at the same moment: one of them has it', async () => {
  const both = [await owner('five+a@arcwave.test'), await owner('five+b@arcwave.test')];
  const answers = await Promise.all(both.map(tryDrive));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('[INV-8] [INV-27] also behind an account that was closed, of which nothing but the hash is left', async () => {
  const customer = await withEmail(await makeCustomerToClose(h), 'six+a@arcwave.test');
  expect((await tryDrive(customer)).status).toBe(201);
  expect((await close(h, customer)).status).toBe(204);
  expect(await refusal(tryDrive(await owner('six+b@arcwave.test')))).toEqual(USED);
});

test('[INV-8] a trial from before the mailbox was what is kept is known by its address, and by the mailbox where that is it', async () => {
  const hash = makeHashEmail([deriveKey(SECRET, 'email hash')], mailboxOf);
  for (const email of ['seven+a@arcwave.test', 'eight@arcwave.test']) {
    const ada = await owner(email);
    expect((await tryDrive(ada)).status).toBe(201);
    await h.database.query('UPDATE trial_redemptions SET email_hash = $2 WHERE account_id = $1', [
      ada.accountId,
      hash(email).at(-1),
    ]);
    await withEmail(ada, `other-${email}`);
  }
  for (const email of ['seven+a@arcwave.test', 'eight@arcwave.test', 'eight+a@arcwave.test'])
    expect(
      await refusal(tryDrive(await owner(email === 'eight@arcwave.test' ? 'EIGHT@arcwave.test' : email))),
      email,
    ).toEqual(USED);
});

import { expect, test } from 'vitest';
import { CLOSED, close, makeCustomerToClose, stateOf } from '../../../test/closing.ts';
import type { Customer } from '../../../test/harness.ts';
import { CARD } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** Calls that were let in, and then waited for the account's lock while its customer closed it. */

const h = useShop();

const order = (customer: Customer, body: object) => h.services.placeOrder(customer.accountId, body, null, null);

test.each<[string, (customer: Customer) => Promise<unknown>]>([
  ['a free plan', (customer) => order(customer, { planId: 'pln_drive_free' })],
  ['a trial', (customer) => order(customer, { planId: 'pln_drive_starter', trial: true })],
  ['a paid plan', (customer) => order(customer, { planId: 'pln_drive_starter_monthly' })],
  ['a plan billed by agreement', (customer) => order(customer, { planId: 'pln_iot_enterprise' })],
  ['a card', (customer) => h.services.addCard(customer.accountId, 'tok_visa')],
  ['a toggle', (customer) => h.services.toggleRenewal(customer.accountId, 'sub_1', { cancelAtPeriodEnd: true })],
])('[INV-13] [INV-27] %s comes too late for an account that is closed: nothing begins on it', async (_name, begin) => {
  const customer = await makeCustomerToClose(h, { card: 'tok_visa' });
  expect((await close(h, customer)).status).toBe(204);
  await expect(begin(customer)).rejects.toMatchObject({ type: 'INVALID_TOKEN' });
  expect(await stateOf(h, customer)).toEqual(CLOSED);
});

test('[INV-27] a card whose saving outlived its time and the account is not kept', async () => {
  const customer = await makeCustomerToClose(h, { card: 'tok_visa' });
  const gate = h.faults.hold('saveCard');
  const saving = customer.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' });
  await gate.arrived;
  await h.expireLeases();
  expect((await close(h, customer)).status).toBe(204);
  gate.release();
  expect((await saving).status).not.toBe(201);
  expect(await stateOf(h, customer)).toMatchObject({ account: 'closed', card: 0 });
});

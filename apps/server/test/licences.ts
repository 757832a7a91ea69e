import type { MaintenanceOptions, PurchaseStarted } from '@foyer/contract/api/maintenance';
import type { OneTimePurchase } from '@foyer/contract/api/shapes';
import { newId } from '../src/adapters/new-id.ts';
import type { Answer } from './client.ts';
import type { CustomerOptions } from './customers.ts';
import type { Customer, Harness } from './harness.ts';
import { BUY, START } from './shop.ts';

/** Shared steps of tests about maintenance. */

export interface LicenceOptions extends CustomerOptions {
  readonly plan?: string;
  /** End of maintenance; one year after the start of the clock by default. */
  readonly expires?: string;
}

/** Puts a perpetual licence into an account, as a code does that was redeemed on 2026-01-10. */
const addLicence = async (
  h: Harness,
  { accountId }: Pick<Customer, 'accountId'>,
  { plan = 'pln_scope_ultimate', expires = '2027-01-10T12:00:00.000Z' }: LicenceOptions = {},
): Promise<string> => {
  const id = newId('subscription');
  await h.database.query(
    `INSERT INTO subscriptions (id, account_id, product, plan_id, price_id, unit_amount_cents, status, source, term, billing_anchor,
       current_period_start, current_period_end, ever_paid, created_at)
     SELECT $1, $2, 'scope', plan_id, id, amount_cents, 'active', 'prepaid', 'perpetual', $4::timestamptz, $4::timestamptz,
       $4::timestamptz + interval '1200 months', true, $4::timestamptz
     FROM plan_prices WHERE interval_id = $3 || '_yearly' AND active`,
    [id, accountId, plan, START],
  );
  await h.database.query(
    `INSERT INTO maintenance_periods (id, subscription_id, starts_at, expires_at, source, source_id) VALUES ($1, $2, LEAST($3, $4::timestamptz - interval '1 day'), $4, 'initial', $2)`,
    [newId('maintenancePeriod'), id, START, expires],
  );
  // A row put in by hand dates nothing: looking at the account once does.
  await h.database.query('UPDATE accounts SET next_action_at = $2 WHERE id = $1', [accountId, START]);
  return id;
};

/** A customer in Boston with a good card and a perpetual Scope Ultimate licence, on a clock. */
export const makeLicenceHolder = async (
  h: Harness,
  options: LicenceOptions = {},
): Promise<{ customer: Customer; id: string }> => {
  const customer = await h.makeCustomer({ card: 'tok_visa', clock: START, ...options });
  return { customer, id: await addLicence(h, customer, options) };
};

export const ULTIMATE_YEAR = { maintenanceExtensionId: 'mex_ultimate_1y', quantity: 1, expectedTotalCents: 43_300 };

export const extend = (
  { client }: Customer,
  id: string,
  body: object = ULTIMATE_YEAR,
  key?: string,
): Promise<Answer<PurchaseStarted>> =>
  client.patch<PurchaseStarted>(`${BUY}/${id}/maintenance`, body, key === undefined ? {} : { key });

export const optionsFor = ({ client }: Customer, id: string, query = ''): Promise<Answer<MaintenanceOptions>> =>
  client.get<MaintenanceOptions>(`${BUY}/${id}/maintenance/options${query}`);

export const purchaseOf = ({ client }: Customer, id: string): Promise<Answer<OneTimePurchase>> =>
  client.get<OneTimePurchase>(`/api/subscription/onetimepurchase/${id}`);

/** End of maintenance in the subscription of the API. */
export const maintenanceOf = async (h: Harness, customer: Customer, id: string): Promise<string | null | undefined> =>
  (await h.subscriptions(customer)).find((subscription) => subscription.id === id)?.maintenanceEnds;

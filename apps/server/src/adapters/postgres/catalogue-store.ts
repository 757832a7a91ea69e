import type { Catalogue, Plan, Price } from '@foyer/domain/catalogue/catalogue';
import type { TaxRate } from '../../services/catalogue/ports.ts';
import type { Database } from './database.ts';
import { insertRows, updateRows } from './rows.ts';

const PLANS = { name: 'plans', instants: [] };
const PRICES = { name: 'plan_prices', instants: [] };

/** Every plan and price there is, also those no longer sold. */
export const loadCatalogue = async (database: Pick<Database, 'query'>): Promise<Catalogue> => {
  const [plans, prices] = await Promise.all([
    database.query<Plan>(
      `SELECT id, product, tier_id, tier_name, short_id, name, display_name, description, active, is_basic, is_legacy, is_promotional, is_hidden,
         one_time_offer, no_expiry, contact_for_pricing, custom_billing, payment_method_required, has_trial, trial_days, max_live, storage_bytes,
         sharing_type, access_key_limit, sort_order, email_suffix FROM plans ORDER BY sort_order`,
    ),
    database.query<Price>(
      'SELECT id, plan_id, interval, interval_months, interval_id, amount_cents, active, limited_offer FROM plan_prices ORDER BY id',
    ),
  ]);
  return { plans, prices };
};

/**
 * Imports a catalogue: plans are updated, a new amount becomes a new price and the old one goes off sale, what the file no
 * longer names is no longer offered. Nothing is deleted, because subscriptions and invoices point at it.
 */
export const importCatalogue = (database: Database, catalogue: Catalogue): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('catalogue', 7))`);
    const there = await loadCatalogue(tx as Database);
    const planIds = new Set(there.plans.map((plan) => plan.id));
    const priceIds = new Set(there.prices.map((price) => price.id));
    const named = catalogue.prices.map((price) => price.id);
    await updateRows(
      tx,
      PLANS,
      catalogue.plans.filter((plan) => planIds.has(plan.id)),
    );
    await insertRows(
      tx,
      PLANS,
      catalogue.plans.filter((plan) => !planIds.has(plan.id)),
    );
    await tx.query('UPDATE plans SET active = false WHERE active AND NOT id = ANY($1)', [
      catalogue.plans.map((plan) => plan.id),
    ]);
    await tx.query('UPDATE plan_prices SET active = false, valid_to = now() WHERE active AND NOT id = ANY($1)', [
      named,
    ]);
    await tx.query('UPDATE plan_prices SET active = true, valid_to = NULL WHERE NOT active AND id = ANY($1)', [named]);
    await insertRows(
      tx,
      PRICES,
      catalogue.prices.filter((price) => !priceIds.has(price.id)),
    );
  });

/** Replaces the table of tax rates; frozen invoices keep the rate they were made with. */
export const importTaxRates = (database: Database, rates: readonly TaxRate[]): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('tax rates', 7))`);
    await tx.query('DELETE FROM tax_rates');
    for (const rate of rates) {
      await tx.query(
        'INSERT INTO tax_rates (id, country, postal_prefix, rate_ppm, valid_from, valid_to) VALUES ($1, $2, $3, $4, $5, $6)',
        [
          `tax_${rate.country}_${rate.postalPrefix}_${rate.validFrom.toISOString().slice(0, 10)}`,
          rate.country,
          rate.postalPrefix,
          rate.ratePpm,
          rate.validFrom,
          rate.validTo,
        ],
      );
    }
  });

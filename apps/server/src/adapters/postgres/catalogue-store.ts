import type {
  AddOn,
  Catalogue,
  Feature,
  MaintenanceExtension,
  Plan,
  PlanAddOn,
  PlanFeature,
  Price,
} from '@foyer/domain/catalogue/catalogue';
import type { Family } from '@foyer/domain/catalogue/family';
import type { CatalogueRows } from '../../services/catalogue/ports.ts';
import type { Sql } from './database.ts';
import { importPromotions, loadPromotions } from './promotion-catalogue.ts';
import { insertRows, updateRows } from './rows.ts';
import { replaceTaxRates, taxedPlaces } from './tax-rates.ts';

const FAMILIES = { name: 'families', key: 'key', instants: [] };
const PLANS = { name: 'plans', instants: [] };
const PRICES = { name: 'plan_prices', instants: [] };

/** Returns all plans and prices, also those off sale. */
export const loadCatalogue = async (database: Sql): Promise<Catalogue> => {
  // One query after the other, because an import has a single connection.
  const families = await database.query<Family>(
    `SELECT key, kind, names, live_subscriptions, has_maintenance, export_control, claim, limits, sort_order FROM families
     ORDER BY sort_order, key`,
  );
  const plans = await database.query<Plan>(
    `SELECT id, product, tier_id, tier_name, short_id, name, display_name, description, active, is_basic, is_legacy, is_promotional, is_hidden,
       one_time_offer, no_expiry, contact_for_pricing, custom_billing, payment_method_required, has_trial, trial_days, max_live, storage_bytes,
       sharing_type, access_key_limit, sort_order, email_suffix, texts FROM plans ORDER BY sort_order`,
  );
  const prices = await database.query<Price>(
    'SELECT id, plan_id, interval, interval_months, interval_id, amount_cents, active, limited_offer FROM plan_prices ORDER BY id',
  );
  const features = await database.query<Feature>(
    'SELECT key, label, prerequisite_name, prerequisite_steps, texts, includes FROM features ORDER BY key',
  );
  const planFeatures = await database.query<PlanFeature>(
    'SELECT plan_id, feature_key, position, hidden FROM plan_features ORDER BY plan_id, position',
  );
  const addOns = await database.query<AddOn>(
    'SELECT id, name, short_name, description, type, amount_cents, has_trial, sort_order, included_packages, texts, feature_key FROM add_ons ORDER BY sort_order',
  );
  const planAddOns = await database.query<PlanAddOn>(
    'SELECT plan_id, add_on_id, included FROM plan_add_ons ORDER BY plan_id, add_on_id',
  );
  const maintenanceExtensions = await database.query<MaintenanceExtension>(
    'SELECT id, tier_id, name, category, duration_months, amount_cents, is_self_service, active FROM maintenance_extensions ORDER BY id',
  );
  return {
    families,
    plans,
    prices,
    features,
    planFeatures,
    addOns,
    planAddOns,
    maintenanceExtensions,
    promotions: await loadPromotions(database),
  };
};

/**
 * Version of the imported catalogue: transaction ids of its plan rows. Every import rewrites them, so the version
 * changes with each import.
 */
export const catalogueVersion = async (sql: Sql): Promise<string> => {
  const [row] = await sql.query<{ version: string | null }>(
    `SELECT string_agg(xmin::text, ' ' ORDER BY id) AS version FROM plans`,
  );
  return row?.version ?? '';
};

const table = (name: string) => ({ name, instants: [] });

/** Rows of the file, and the current rows that are still in use. */
const joined = <Row>(
  wanted: readonly Row[],
  stored: readonly Row[],
  keyOf: (row: Row) => string,
  usedKeys: ReadonlySet<string>,
) => {
  const named = new Set(wanted.map(keyOf));
  return [...wanted, ...stored.filter((row) => usedKeys.has(keyOf(row)) && !named.has(keyOf(row)))];
};

/**
 * Replaces features and add-ons. No subscription refers to them, so they can be deleted. A plan that is no longer in
 * the file keeps its own: customers still pay for it, and products receive its features.
 */
const replaceContents = async (tx: Sql, stored: Catalogue, catalogue: Catalogue): Promise<void> => {
  const named = new Set(catalogue.plans.map(({ id }) => id));
  const leftOut = <Row extends { planId: string }>(rows: readonly Row[]) =>
    rows.filter(({ planId }) => !named.has(planId));
  const planFeatures = leftOut(stored.planFeatures);
  const planAddOns = leftOut(stored.planAddOns);
  const features = new Set(planFeatures.map(({ featureKey }) => featureKey));
  const addOns = new Set(planAddOns.map(({ addOnId }) => addOnId));
  for (const name of ['plan_features', 'plan_add_ons', 'features', 'add_ons']) await tx.query(`DELETE FROM ${name}`);
  await insertRows(
    tx,
    table('features'),
    joined(catalogue.features, stored.features, ({ key }) => key, features),
  );
  await insertRows(
    tx,
    table('add_ons'),
    joined(catalogue.addOns, stored.addOns, ({ id }) => id, addOns),
  );
  await insertRows(tx, table('plan_features'), [...catalogue.planFeatures, ...planFeatures]);
  await insertRows(tx, table('plan_add_ons'), [...catalogue.planAddOns, ...planAddOns]);
};

/**
 * Writes maintenance extensions. Purchases refer to them, so extensions that are off sale stay. A purchase keeps its amount.
 */
const putExtensions = async (tx: Sql, stored: Catalogue, { maintenanceExtensions: extensions }: Catalogue) => {
  const known = new Set(stored.maintenanceExtensions.map(({ id }) => id));
  await updateRows(
    tx,
    table('maintenance_extensions'),
    extensions.filter(({ id }) => known.has(id)),
  );
  await insertRows(
    tx,
    table('maintenance_extensions'),
    extensions.filter(({ id }) => !known.has(id)),
  );
  await tx.query('UPDATE maintenance_extensions SET active = false WHERE active AND NOT id = ANY($1)', [
    extensions.map(({ id }) => id),
  ]);
};

/**
 * Writes families. A family that is missing in the file stays if it has plans, because subscriptions refer to it, and
 * comes after the others.
 */
const putFamilies = async (tx: Sql, families: readonly Family[]): Promise<void> => {
  const keys = families.map(({ key }) => key);
  await tx.query(
    'DELETE FROM families WHERE NOT key = ANY($1) AND NOT EXISTS (SELECT FROM plans WHERE product = key)',
    [keys],
  );
  await tx.query('UPDATE families SET sort_order = $2 WHERE NOT key = ANY($1)', [keys, families.length]);
  const stored = await tx.query<{ key: string }>('SELECT key FROM families');
  const known = new Set(stored.map(({ key }) => key));
  await updateRows(
    tx,
    FAMILIES,
    families.filter(({ key }) => known.has(key)),
  );
  await insertRows(
    tx,
    FAMILIES,
    families.filter(({ key }) => !known.has(key)),
  );
};

/**
 * Updates plans. A changed amount becomes a new price. Entries missing in the file go off sale and are not deleted,
 * because subscriptions and invoices refer to them.
 */
const replaceCatalogue = async (tx: Sql, catalogue: Catalogue): Promise<void> => {
  const stored = await loadCatalogue(tx);
  const planIds = new Set(stored.plans.map((plan) => plan.id));
  const priceIds = new Set(stored.prices.map((price) => price.id));
  const onSale = catalogue.prices.filter((price) => price.active).map((price) => price.id);
  await putFamilies(tx, catalogue.families);
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
  await tx.query('UPDATE plan_prices SET active = false, valid_to = now() WHERE active AND NOT id = ANY($1)', [onSale]);
  await tx.query('UPDATE plan_prices SET active = true, valid_to = NULL WHERE NOT active AND id = ANY($1)', [onSale]);
  await insertRows(
    tx,
    PRICES,
    catalogue.prices.filter((price) => !priceIds.has(price.id)),
  );
  await replaceContents(tx, stored, catalogue);
  await putExtensions(tx, stored, catalogue);
  await importPromotions(tx, catalogue.promotions);
};

/** Rows of an import, in the given transaction. */
export const catalogueRowsOn = (tx: Sql): CatalogueRows => ({
  lockImports: async () => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('catalogue', 7))`);
    const [last] = await tx.query<{ contentHash: string }>(
      'SELECT content_hash FROM catalogue_imports ORDER BY id DESC LIMIT 1',
    );
    return last?.contentHash ?? null;
  },
  wasImported: async (contentHash) =>
    (await tx.query('SELECT FROM catalogue_imports WHERE content_hash = $1 LIMIT 1', [contentHash])).length === 1,
  recordImport: async (contentHash) => {
    await tx.query('INSERT INTO catalogue_imports (content_hash) VALUES ($1)', [contentHash]);
  },
  replaceCatalogue: (catalogue) => replaceCatalogue(tx, catalogue),
  replaceTaxRates: (rates) => replaceTaxRates(tx, rates),
  taxedPlaces: () => taxedPlaces(tx),
  loadCatalogue: () => loadCatalogue(tx),
  isSubscribed: async (family) =>
    (await tx.query('SELECT FROM subscriptions WHERE product = $1 LIMIT 1', [family])).length === 1,
});

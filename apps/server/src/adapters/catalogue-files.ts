import { join } from 'node:path';
import { type Interval, intervalMonths, intervals } from '@foyer/contract/vocabulary/plans';
import type { AddOn, Catalogue, Feature, MaintenanceExtension, Plan, Price } from '@foyer/domain/catalogue/catalogue';
import type { Family } from '@foyer/domain/catalogue/family';
import type { Promotion } from '@foyer/domain/catalogue/promotion';
import * as z from 'zod/mini';
import { CatalogueRefused, type TaxRate } from '../services/catalogue/ports.ts';
import { checkedYaml } from './checked-yaml.ts';
import { describeReadError } from './describe-read-error.ts';
import { asFamilies, familyFile, familyFileOf } from './family-file.ts';
import { readLimited } from './read-limited.ts';

const DAY = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** German texts of an entry, under the names of its English members. */
const german = <Shape extends z.core.$ZodShape>(words: Shape) => z.optional(z.strictObject(words));
const word = z.string().check(z.minLength(1));
/** Parses a date from its text. `Date` would read a bare year as milliseconds. */
const dated = (form: z.ZodMiniType) =>
  z.pipe(
    z.string().check(z.refine((text) => form.safeParse(text).success, 'must be a day such as 2027-01-31')),
    z.transform((text: string) => new Date(text)),
  );
const day = dated(DAY);
const wholeDay = dated(z.iso.date());
/** True if a percentage is a whole number of millionths. Binary fractions are not exact, so a small difference is allowed. */
const isInMillionths = (percent: number) => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6;
/** Quantity of a feature in a plan. */
const some = z.int().check(z.positive(), z.maximum(1_000_000));

const planFile = z.record(
  z.string(),
  z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^pln_[a-z0-9_]+$/, 'must begin with pln_, and then a-z, 0-9 and _ only')),
      name: z.string(),
      tier: z.optional(z.string()),
      description: z.optional(z.string()),
      de: german({ description: word }),
      active: z._default(z.boolean(), true),
      basic: z._default(z.boolean(), false),
      legacy: z._default(z.boolean(), false),
      promotional: z._default(z.boolean(), false),
      hidden: z._default(z.boolean(), false),
      oneTimeOffer: z._default(z.boolean(), false),
      contact: z._default(z.boolean(), false),
      custom: z._default(z.boolean(), false),
      trial: z._default(z.boolean(), false),
      trialDays: z.optional(z.int().check(z.positive(), z.maximum(366))),
      maxLive: z.optional(some),
      storage: z.optional(z.int().check(z.positive())),
      sharing: z._default(z.enum(['contribute', 'unlimited']), 'contribute'),
      keys: z.optional(some),
      emailSuffix: z.optional(z.string()),
      features: z._default(z.array(z.string()), []),
      hiddenFeatures: z._default(z.array(z.string()), []),
      packages: z._default(z.array(z.string()), []),
      prices: z._default(z.partialRecord(z.enum(intervals), z.int().check(z.nonnegative())), {}),
    }),
  ),
);

const contentsFile = z.strictObject({
  prerequisites: z.record(
    z.string(),
    z.strictObject({ name: z.string(), steps: z.array(z.string()), de: german({ steps: z.array(word) }) }),
  ),
  features: z.record(
    z.string(),
    z.strictObject({
      label: z.string(),
      de: german({ label: word }),
      needs: z.optional(z.string()),
      includes: z._default(z.array(z.string()), []),
    }),
  ),
  packages: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      description: z._default(z.string(), ''),
      de: german({ description: word }),
      trial: z._default(z.boolean(), false),
      family: z.optional(z.string()),
      feature: z.optional(z.string()),
    }),
  ),
});

const maintenanceFile = z.array(
  z.strictObject({
    id: z.string().check(z.regex(/^mex_[a-z0-9_]+$/, 'must begin with mex_, and then a-z, 0-9 and _ only')),
    tier: z.string(),
    name: z.string(),
    months: z.int().check(z.positive()),
    amount: z.int().check(z.positive()),
    selfService: z._default(z.boolean(), true),
  }),
);

const taxFile = z.array(
  z.strictObject({
    country: z.string(),
    state: z.optional(z.string()),
    prefix: z.optional(z.string()),
    percent: z.number().check(z.refine(isInMillionths, 'must have four decimal places at most, such as 8.8750')),
    from: wholeDay,
    to: z.optional(wholeDay),
  }),
);

const promotionFile = z.array(
  z.strictObject({
    name: z.string(),
    aliases: z._default(z.array(z.string()), []),
    card: z._default(z.boolean(), false),
    from: z.optional(day),
    to: z.optional(day),
    limit: z.optional(some),
    grants: z.array(
      z.strictObject({
        product: z.string(),
        plan: z.string(),
        months: z.optional(z.int().check(z.positive(), z.maximum(120))),
        after: z.optional(z.string()),
      }),
    ),
  }),
);

type PlanEntry = z.infer<typeof planFile>[string][number];

type PackageEntry = z.infer<typeof contentsFile>['packages'][number];

const shortIdOf = (id: string): string => id.split('_').at(-1) ?? id;

const tierIdOf = (tierName: string): string => tierName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const asPlan = (family: Family, entry: PlanEntry, sortOrder: number): Plan => {
  const tierName = entry.tier ?? entry.name;
  const free = Object.values(entry.prices).every((amount) => amount === 0);
  return {
    id: entry.id,
    product: family.key,
    tierId: tierIdOf(tierName),
    tierName,
    shortId: shortIdOf(entry.id),
    name: `${family.names.en} ${entry.name}`,
    displayName: entry.name,
    description: entry.description ?? '',
    active: entry.active,
    isBasic: entry.basic,
    isLegacy: entry.legacy,
    isPromotional: entry.promotional,
    isHidden: entry.hidden,
    oneTimeOffer: entry.oneTimeOffer,
    noExpiry: entry.oneTimeOffer,
    contactForPricing: entry.contact,
    customBilling: entry.custom,
    paymentMethodRequired: !free && !entry.contact && !entry.custom,
    hasTrial: entry.trial,
    trialDays: entry.trialDays ?? null,
    maxLive: entry.maxLive ?? null,
    storageBytes: entry.storage ?? null,
    sharingType: family.limits.includes('sharing') ? entry.sharing : null,
    accessKeyLimit: entry.keys ?? null,
    sortOrder,
    emailSuffix: entry.emailSuffix ?? null,
    texts: entry.de ? { de: entry.de } : {},
  };
};

/** Prices of a plan by agreement: an interval without an amount, because the vendor invoices its use elsewhere. */
const BY_AGREEMENT: PlanEntry['prices'] = { monthly: 0 };

const asPrices = (entry: PlanEntry): Price[] =>
  (Object.entries(entry.custom ? BY_AGREEMENT : entry.prices) as [Interval, number][]).map(
    ([interval, amountCents]) => ({
      // The amount is part of the id. So another amount is another price, and customers keep the old one.
      id: `prc_${entry.id.slice('pln_'.length)}_${interval}_${amountCents}`,
      planId: entry.id,
      interval,
      intervalMonths: intervalMonths[interval],
      intervalId: `${entry.id}_${interval}`,
      amountCents,
      active: !entry.custom,
      limitedOffer: false,
    }),
  );

const packageId = (family: string, id: string): string => `pkg_${family}_${id}`;

const asFeatures = (file: string, { features, prerequisites }: z.infer<typeof contentsFile>): Feature[] =>
  Object.entries(features).map(([key, { label, de, needs, includes }]) => {
    const prerequisite = needs === undefined ? null : prerequisites[needs];
    if (prerequisite === undefined)
      throw new CatalogueRefused(file, [`features.${key}.needs: there is no ${needs} under prerequisites`]);
    return {
      key,
      label,
      prerequisiteName: prerequisite?.name ?? null,
      prerequisiteSteps: prerequisite?.steps ?? [],
      texts: de ? { de: { ...de, prerequisiteSteps: prerequisite?.de?.steps ?? [] } } : {},
      includes,
    };
  });

/** Family of a package: the one that it names, else the only one with tiers. */
const familyOfPackage = (file: string, families: readonly Family[], { id, family }: PackageEntry): string => {
  const tiered = families.filter(({ kind }) => kind === 'tiers').map(({ key }) => key);
  const named = family ?? (tiered.length === 1 ? tiered[0] : undefined);
  if (named !== undefined && tiered.includes(named)) return named;
  const choice = `Families with tiers: ${tiered.join(', ') || 'none'}`;
  throw new CatalogueRefused(file, [`packages: ${id}: needs the family it belongs to, as family. ${choice}`]);
};

const asAddOns = (file: string, families: readonly Family[], { packages }: z.infer<typeof contentsFile>): AddOn[] =>
  packages.map((entry, sortOrder) => {
    const { id, name, description, de, trial, feature } = entry;
    return {
      id: packageId(familyOfPackage(file, families, entry), id),
      name,
      shortName: id,
      description,
      type: 'package',
      amountCents: 0,
      hasTrial: trial,
      sortOrder,
      includedPackages: [],
      texts: de ? { de } : {},
      featureKey: feature ?? null,
    };
  });

const asExtensions = (entries: z.infer<typeof maintenanceFile>): MaintenanceExtension[] =>
  entries.map(({ id, tier, name, months, amount, selfService }) => ({
    id,
    tierId: tierIdOf(tier),
    name,
    category: tier,
    durationMonths: months,
    amountCents: amount,
    isSelfService: selfService,
    active: true,
  }));

/** Converts promotions. `after` is an interval id; its price at the time of the import is the price after the promotion. */
const asPromotions = (file: string, entries: z.infer<typeof promotionFile>, prices: readonly Price[]): Promotion[] =>
  entries.map(({ name, aliases, card, from, to, limit, grants }) => ({
    id: `prm_${name}`,
    name,
    aliases,
    collectPayment: card,
    active: true,
    validFrom: from?.getTime() ?? null,
    validTo: to?.getTime() ?? null,
    maxRedemptions: limit ?? null,
    grants: grants.map(({ product, plan, months, after: intervalId }) => {
      const price = prices.find((candidate) => candidate.active && candidate.intervalId === intervalId);
      if (intervalId !== undefined && !price)
        throw new CatalogueRefused(file, [
          `${name}: goes on (after) as ${intervalId}, which is not sold; such as pln_lab_small_yearly`,
        ]);
      return {
        product,
        planId: plan,
        months: months ?? null,
        transitionPriceId: price?.id ?? null,
      };
    }),
  }));

/** Reads and checks a YAML file. A refusal names the file, also if it cannot be read or is not YAML. */
const readYaml = async <Content>(file: string, schema: z.ZodMiniType<Content>): Promise<Content> => {
  let bytes: Buffer;
  try {
    bytes = readLimited(file);
  } catch (error) {
    throw new CatalogueRefused(file, [describeReadError(error)]);
  }
  const read = checkedYaml(bytes, schema);
  if (read.problems) throw new CatalogueRefused(file, read.problems);
  return read.content;
};

/** Plans in the order of the families, each with its family. Refuses plans of an unknown family. */
const entriesOf = (file: string, families: readonly Family[], content: z.infer<typeof planFile>) => {
  const keys = families.map(({ key }) => key);
  const unknown = Object.keys(content).filter((key) => !keys.includes(key));
  if (unknown.length > 0)
    throw new CatalogueRefused(
      file,
      unknown.map((key) => `${key}: is not a family of families.yaml: ${keys.join(', ')}`),
    );
  return families.flatMap((family) => (content[family.key] ?? []).map((entry) => ({ family, entry })));
};

/** Reads `families.yaml`, `plans.yaml`, `features.yaml`, `maintenance.yaml` and `promotions.yaml`; plans, features and packages keep the order of their file. */
export const readCatalogueFile = async (folder: string): Promise<Catalogue> => {
  const plansPath = join(folder, 'plans.yaml');
  const content = await readYaml(plansPath, planFile);
  const families = asFamilies(await readYaml(familyFileOf(folder), familyFile));
  const entries = entriesOf(plansPath, families, content);
  const contentsPath = join(folder, 'features.yaml');
  const contents = await readYaml(contentsPath, contentsFile);
  const maintenancePath = join(folder, 'maintenance.yaml');
  const maintenance = await readYaml(maintenancePath, maintenanceFile);
  const promotionsPath = join(folder, 'promotions.yaml');
  const promotions = await readYaml(promotionsPath, promotionFile);
  const prices = entries.flatMap(({ entry }) => asPrices(entry));
  return {
    families,
    plans: entries.map(({ family, entry }, index) => asPlan(family, entry, index)),
    prices,
    features: asFeatures(contentsPath, contents),
    planFeatures: entries.flatMap(({ entry }) =>
      entry.features.map((featureKey, position) => ({
        planId: entry.id,
        featureKey,
        position,
        hidden: entry.hiddenFeatures.includes(featureKey),
      })),
    ),
    addOns: asAddOns(contentsPath, families, contents),
    planAddOns: entries.flatMap(({ family, entry }) =>
      entry.packages.map((id) => ({ planId: entry.id, addOnId: packageId(family.key, id), included: true })),
    ),
    maintenanceExtensions: asExtensions(maintenance),
    promotions: asPromotions(promotionsPath, promotions, prices),
  };
};

export const readTaxFile = async (folder: string): Promise<TaxRate[]> => {
  const file = join(folder, 'tax-rates.yaml');
  return (await readYaml(file, taxFile)).map((row) => ({
    country: row.country,
    state: row.state ?? null,
    postalPrefix: row.prefix ?? '',
    ratePpm: Math.round(row.percent * 10_000),
    validFrom: row.from,
    validTo: row.to ?? null,
  }));
};

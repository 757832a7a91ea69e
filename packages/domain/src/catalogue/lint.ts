import type { Catalogue } from './catalogue.ts';
import { pricesOnSale } from './catalogue.ts';
import { lintPromotions } from './lint-promotions.ts';
import { lintTexts } from './lint-texts.ts';

/** Features and packages: keys the products know, each mentioned by plans that exist, each described once. */
const lintContents = ({ plans, features, planFeatures, addOns, planAddOns }: Catalogue): string[] => {
  const problems: string[] = [];
  const planIds = new Set(plans.map(({ id }) => id));
  const keys = new Set(features.map(({ key }) => key));
  const addOnIds = new Set(addOns.map(({ id }) => id));
  for (const { key } of features) if (!key.startsWith('ft_')) problems.push(`${key}: a feature key starts with "ft_"`);
  if (keys.size < features.length) problems.push('a feature is there twice');
  if (addOnIds.size < addOns.length) problems.push('a package is there twice');
  for (const { planId, featureKey } of planFeatures) {
    if (!planIds.has(planId) || !keys.has(featureKey)) problems.push(`${planId}: has an unknown feature ${featureKey}`);
  }
  for (const { planId, addOnId } of planAddOns) {
    if (!planIds.has(planId) || !addOnIds.has(addOnId)) problems.push(`${planId}: has an unknown package ${addOnId}`);
  }
  return problems;
};

/** Maintenance: the page reads the length from the name's first digit (MA-05), so the two must not differ. */
const lintExtensions = ({ plans, maintenanceExtensions: extensions }: Catalogue): string[] => {
  const problems: string[] = [];
  const tiers = new Set(plans.filter(({ product }) => product === 'scope').map(({ tierId }) => tierId));
  if (new Set(extensions.map(({ id }) => id)).size < extensions.length) problems.push('an extension is there twice');
  for (const { id, name, tierId, durationMonths, amountCents } of extensions) {
    const years = /^[1-9]/.exec(name)?.[0];
    if (years === undefined) problems.push(`${id}: its name starts with its years`);
    else if (durationMonths !== 12 * Number(years)) problems.push(`${id}: ${name} is not ${durationMonths} months`);
    if (!tiers.has(tierId)) problems.push(`${id}: no scope plan is of the tier ${tierId}`);
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0) problems.push(`${id}: costs no whole number of cents`);
  }
  return problems;
};

/**
 * What must hold before a catalogue is loaded (billing.md §7). Ids carry meaning in links and in the page's plan
 * shaping, so a plan called `…free` that costs money, or one called `…base` that is no legacy plan, would be misread.
 * Returns one sentence per problem; an empty list means that the catalogue may be loaded.
 */
export const lintCatalogue = (catalogue: Catalogue): string[] => {
  const problems: string[] = [];
  const intervalIds = new Set(catalogue.prices.map((price) => price.intervalId));
  const seen = new Set<string>();

  for (const plan of catalogue.plans) {
    const say = (text: string) => problems.push(`${plan.id}: ${text}`);
    const prices = pricesOnSale(catalogue, plan.id);
    if (seen.has(plan.id)) say('is there twice');
    seen.add(plan.id);
    if (plan.id.includes('trial')) say('must not contain "trial"');
    if (plan.id.includes('free') && prices.some((price) => price.amountCents > 0))
      say('contains "free" but costs money');
    if (plan.id.includes('base') && !plan.isLegacy) say('contains "base" but is no legacy plan');
    if (plan.id.includes('portal') && !plan.oneTimeOffer) say('contains "portal" but is no one-time offer');
    if (intervalIds.has(plan.id)) say('is also the interval id of a price');
    const priced = !plan.contactForPricing && !plan.customBilling;
    if (priced && plan.active && prices.length === 0) say('is active but has no price');
    if (!priced && prices.length > 0) say('has a price although it is sold by contact or custom billing');

    const monthly = prices.find((price) => price.interval === 'monthly');
    const yearly = prices.find((price) => price.interval === 'yearly');
    if (monthly && yearly && monthly.amountCents > 0 && yearly.amountCents >= 12 * monthly.amountCents) {
      say('costs as much by the year as by the month');
    }
    for (const price of prices) {
      if (price.intervalId !== `${plan.id}_${price.interval}`) say(`price ${price.id} has a wrong interval id`);
      if (!Number.isSafeInteger(price.amountCents) || price.amountCents < 0)
        say(`price ${price.id} is no whole number of cents`);
    }
  }
  for (const price of catalogue.prices) {
    if (!seen.has(price.planId)) problems.push(`${price.id}: its plan ${price.planId} does not exist`);
  }
  return [
    ...problems,
    ...lintContents(catalogue),
    ...lintTexts(catalogue),
    ...lintExtensions(catalogue),
    ...lintPromotions(catalogue),
  ];
};

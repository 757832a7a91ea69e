import { formatCents } from '@foyer/contract/vocabulary/money';
import type { Catalogue } from './catalogue.ts';
import { pricesOnSale } from './catalogue.ts';
import { lintPromotions } from './lint-promotions.ts';
import { lintTexts } from './lint-texts.ts';
import { includedFeatures } from './plan-contents.ts';

/** Largest amount: 1,000,000 USD, also the limit of the command line. More is taken for a typing error. */
const MOST_CENTS = 1_000_000_00;

const beyondSense = (cents: number): string =>
  `costs ${formatCents(cents)}, which is more than ${formatCents(MOST_CENTS)}`;

const twice = (what: string, ids: readonly string[]): string[] =>
  [...new Set(ids.filter((id, at) => ids.indexOf(id) < at))].map((id) => `${id}: duplicate ${what}`);

/** Checks features and add-ons: known keys, existing plans, no duplicates. */
const lintContents = ({ plans, features, planFeatures, addOns, planAddOns }: Catalogue): string[] => {
  const problems: string[] = [];
  const planIds = new Set(plans.map(({ id }) => id));
  const keys = new Set(features.map(({ key }) => key));
  const addOnIds = new Set(addOns.map(({ id }) => id));
  for (const { key } of features)
    if (!key.startsWith('ft_')) problems.push(`${key}: the key of a feature must begin with "ft_"`);
  problems.push(
    ...twice(
      'feature',
      features.map(({ key }) => key),
    ),
    ...twice(
      'package',
      addOns.map(({ id }) => id),
    ),
  );
  const entries = [
    ...planFeatures.map(({ planId, featureKey }) => `${planId}: has the feature ${featureKey} twice`),
    ...planAddOns.map(({ planId, addOnId }) => `${planId}: has the package ${addOnId} twice`),
  ];
  problems.push(...new Set(entries.filter((entry, at) => entries.indexOf(entry) < at)));
  for (const { planId, featureKey } of planFeatures) {
    if (!planIds.has(planId) || !keys.has(featureKey)) problems.push(`${planId}: has an unknown feature ${featureKey}`);
  }
  for (const { planId, addOnId } of planAddOns) {
    if (!planIds.has(planId) || !addOnIds.has(addOnId)) problems.push(`${planId}: has an unknown package ${addOnId}`);
  }
  return problems;
};

/** Checks that features include known ones and no feature itself, and that packages name known features. */
const lintInclusions = (catalogue: Pick<Catalogue, 'features' | 'addOns'>): string[] => {
  const keys = [...new Set(catalogue.features.map(({ key }) => key))];
  const doesInclude = (key: string, other: string) => includedFeatures(catalogue, key).includes(other);
  const circles = keys.flatMap((key) => {
    const circle = keys.filter((other) => other === key || (doesInclude(key, other) && doesInclude(other, key)));
    return circle.length > 1 && circle[0] === key ? [`${circle.join(', ')}: these features include each other`] : [];
  });
  return [
    ...catalogue.features.flatMap(({ key, includes }) =>
      includes.flatMap((included) => {
        if (included === key) return [`${key}: includes itself`];
        return keys.includes(included) ? [] : [`${key}: includes an unknown feature ${included}`];
      }),
    ),
    ...circles,
    ...catalogue.addOns
      .filter(({ featureKey }) => featureKey !== null && !keys.includes(featureKey))
      .map(({ id, featureKey }) => `${id}: names an unknown feature ${featureKey}`),
  ];
};

/**
 * Checks maintenance extensions. The page reads the length from the first digit of the name (MA-05), so both must
 * agree.
 */
const lintExtensions = ({ families, plans, maintenanceExtensions: extensions }: Catalogue): string[] => {
  const problems: string[] = [];
  const maintained = new Set(families.filter(({ hasMaintenance }) => hasMaintenance).map(({ key }) => key));
  const tiers = new Set(plans.filter(({ product }) => maintained.has(product)).map(({ tierId }) => tierId));
  problems.push(
    ...twice(
      'extension',
      extensions.map(({ id }) => id),
    ),
  );
  for (const { id, name, tierId, durationMonths, amountCents } of extensions) {
    const years = /^[1-9]/.exec(name)?.[0];
    if (years === undefined) problems.push(`${id}: its name must begin with its length in years, 1 to 9`);
    else if (durationMonths !== 12 * Number(years))
      problems.push(`${id}: is called "${name}" and lasts ${durationMonths} months`);
    if (!tiers.has(tierId)) problems.push(`${id}: no family with maintenance has a plan of its tier, ${tierId}`);
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
      problems.push(`${id}: its amount must be a whole number of cents above zero, not ${amountCents}`);
    if (amountCents > MOST_CENTS) problems.push(`${id}: ${beyondSense(amountCents)}`);
  }
  return problems;
};

/**
 * Checks a catalogue before it is imported. Ids carry meaning in links and on pages: a plan called `…free` that costs
 * money, or `…base` that is not a legacy plan, would be misread. Returns one message per problem; the catalogue may be
 * imported if there are none.
 */
export const lintCatalogue = (catalogue: Catalogue): string[] => {
  const problems: string[] = [];
  const intervalIds = new Set(catalogue.prices.map((price) => price.intervalId));
  const seen = new Set<string>();

  for (const plan of catalogue.plans) {
    const report = (text: string) => problems.push(`${plan.id}: ${text}`);
    const prices = pricesOnSale(catalogue, plan.id);
    if (seen.has(plan.id)) report('duplicate plan id');
    seen.add(plan.id);
    if (plan.id.includes('trial')) report('its id must not contain "trial"');
    if (plan.id.includes('free') && prices.some((price) => price.amountCents > 0))
      report('its id contains "free", but it costs money');
    if (plan.id.includes('base') && !plan.isLegacy) report('its id contains "base", but it is not a legacy plan');
    if (plan.id.includes('portal') && !plan.oneTimeOffer)
      report('its id contains "portal", but it is not a one-time offer');
    if (intervalIds.has(plan.id)) report('this is also the interval id of another plan');
    const priced = !plan.contactForPricing && !plan.customBilling;
    if (priced && plan.active && prices.length === 0) report('is on sale (active) but has no price');
    if (!priced && prices.length > 0) report('has a price, although it is sold by contact or by custom billing');

    const monthly = prices.find((price) => price.interval === 'monthly');
    const yearly = prices.find((price) => price.interval === 'yearly');
    if (monthly && yearly && monthly.amountCents > 0 && yearly.amountCents >= 12 * monthly.amountCents) {
      const months = 12 * monthly.amountCents;
      report(`a year for ${yearly.amountCents} cents is no cheaper than twelve months for ${months} cents`);
    }
    for (const price of prices) {
      if (price.intervalId !== `${plan.id}_${price.interval}`) report(`price ${price.id} has a wrong interval id`);
      if (!Number.isSafeInteger(price.amountCents) || price.amountCents < 0)
        report(`the amount of ${price.interval} must be a whole number of cents, 0 or more, not ${price.amountCents}`);
      if (price.amountCents > MOST_CENTS) report(`${price.interval}: ${beyondSense(price.amountCents)}`);
    }
  }
  for (const price of catalogue.prices) {
    if (!seen.has(price.planId)) problems.push(`${price.id}: its plan ${price.planId} does not exist`);
  }
  return [
    ...problems,
    ...lintContents(catalogue),
    ...lintInclusions(catalogue),
    ...lintTexts(catalogue),
    ...lintExtensions(catalogue),
    ...lintPromotions(catalogue),
  ];
};

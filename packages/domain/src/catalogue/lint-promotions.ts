import { type Catalogue, planById, priceById, pricesOnSale } from './catalogue.ts';
import type { Promotion, PromotionGrant } from './promotion.ts';

const problemOfGrant = (catalogue: Catalogue, grant: PromotionGrant): string | null => {
  const plan = planById(catalogue, grant.planId);
  if (plan?.product !== grant.product) return `grants ${grant.planId}, which is not a plan of ${grant.product}`;
  const prices = pricesOnSale(catalogue, grant.planId);
  if (prices.length !== 1 || prices[0]?.amountCents !== 0) return `grants ${grant.planId}, which is not free`;
  const after = grant.transitionPriceId === null ? null : priceById(catalogue, grant.transitionPriceId);
  if (after === null) return null;
  if (grant.months === null) return `${grant.planId} never ends, so it cannot continue as a paid plan`;
  if (!after?.active || after.amountCents === 0) return `${grant.planId} continues as a plan that is not on sale`;
  return planById(catalogue, after.planId)?.product === grant.product
    ? null
    : `${grant.planId} continues as another product`;
};

const problemsOf = (catalogue: Catalogue, promotion: Promotion): string[] => {
  const { grants, collectPayment, validFrom, validTo } = promotion;
  const problems = grants.flatMap((grant) => problemOfGrant(catalogue, grant) ?? []);
  if (grants.length === 0) problems.push('grants nothing');
  if (new Set(grants.map(({ product }) => product)).size < grants.length) problems.push('grants a product twice');
  if (collectPayment && grants.every(({ transitionPriceId }) => transitionPriceId === null))
    problems.push('requires a card, but nothing is ever charged');
  if (validFrom !== null && validTo !== null && validTo <= validFrom) problems.push('ends before it begins');
  return problems.map((problem) => `promotion ${promotion.name}: ${problem}`);
};

/**
 * Checks promotions of a catalogue: granted plans exist and are free, and names are unique. Returns one message per
 * problem.
 */
export const lintPromotions = (catalogue: Catalogue): string[] => {
  const words = catalogue.promotions.flatMap(({ name, aliases }) => [name, ...aliases]);
  const problems = catalogue.promotions.flatMap((promotion) => problemsOf(catalogue, promotion));
  for (const word of words) {
    // A colon ends the name in a code, and names are compared in lower case.
    if (!/^[a-z0-9][a-z0-9-]*$/.test(word))
      problems.push(`promotion ${word}: a name or alias may have a-z, 0-9 and hyphens only`);
  }
  const twice = words.filter((word, at) => words.indexOf(word) < at);
  return [...problems, ...[...new Set(twice)].map((word) => `promotion ${word}: duplicate name or alias`)];
};

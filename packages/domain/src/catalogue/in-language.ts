import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Catalogue } from './catalogue.ts';

const translated = (catalogue: Catalogue, language: Exclude<Language, 'en'>): Catalogue => ({
  ...catalogue,
  plans: catalogue.plans.map((plan) => ({ ...plan, ...plan.texts[language] })),
  features: catalogue.features.map((feature) => ({ ...feature, ...feature.texts[language] })),
  addOns: catalogue.addOns.map((addOn) => ({ ...addOn, ...addOn.texts[language] })),
});

const made = new WeakMap<Catalogue, Map<Language, Catalogue>>();

/**
 * Returns the catalogue with descriptions of plans, features and add-ons in a language, else in English (BY-05). Names,
 * keys and prices are the same, so rules may use any of them. Results are cached per catalogue, because catalogues are
 * immutable.
 */
export const catalogueIn = (language: Language, catalogue: Catalogue): Catalogue => {
  if (language === 'en') return catalogue;
  const known = made.get(catalogue) ?? new Map<Language, Catalogue>();
  made.set(catalogue, known);
  const read = known.get(language) ?? translated(catalogue, language);
  known.set(language, read);
  return read;
};

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
 * The catalogue as a reader of a language sees it (BY-05): what plans, features and packages say of themselves, in
 * English where nothing else is written. Names, keys and prices are the same, so rules decide the same by either. A
 * catalogue is never changed in place, so each is translated once.
 */
export const catalogueIn = (language: Language, catalogue: Catalogue): Catalogue => {
  if (language === 'en') return catalogue;
  const known = made.get(catalogue) ?? new Map<Language, Catalogue>();
  made.set(catalogue, known);
  const read = known.get(language) ?? translated(catalogue, language);
  known.set(language, read);
  return read;
};

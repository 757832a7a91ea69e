import { addressCountries } from '@foyer/contract/vocabulary/address-countries';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { Choice } from '../../../ui/combobox-choices.ts';
import { alternativeNames } from './alternative-names.ts';

const namesIn = (locale: string) => new Intl.DisplayNames([locale], { type: 'region' });

/**
 * Choices of all countries with their names in the language (AD-04). The country of the visitor comes first. Names in
 * the other language are searched too.
 */
export const countryChoices = (locale: string, visitorCountry: string | null): readonly Choice[] => {
  const names = namesIn(locale);
  const foreign = languages.filter((language) => language !== locale).map(namesIn);
  const order = new Intl.Collator(locale);
  const isOwn = ({ value }: Choice) => value === visitorCountry;
  return Object.keys(addressCountries)
    .map((value) => ({
      value,
      label: names.of(value) ?? value,
      also: [...(alternativeNames[value] ?? []), ...foreign.map((each) => each.of(value) ?? value)],
    }))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || order.compare(a.label, b.label));
};

/** Country of the visitor's network address, if it is in the list (AD-04). */
export const defaultCountry = (visitorCountry: string | null): string =>
  visitorCountry !== null && Object.hasOwn(addressCountries, visitorCountry) ? visitorCountry : '';

import { addressCountries } from '@foyer/contract/vocabulary/address-countries';
import type { Choice } from '../../../ui/combobox-choices.ts';

/** Every country by its name in that language (AD-04), the visitor's own before the others. */
export const countryChoices = (locale: string, visitorCountry: string | null): readonly Choice[] => {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const order = new Intl.Collator(locale);
  const isOwn = ({ value }: Choice) => value === visitorCountry;
  return Object.keys(addressCountries)
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || order.compare(a.label, b.label));
};

/** The country of the visitor's network address, where it is one of the list (AD-04). */
export const defaultCountry = (visitorCountry: string | null): string =>
  visitorCountry !== null && Object.hasOwn(addressCountries, visitorCountry) ? visitorCountry : '';

import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { pageLanguage } from '../../../lib/page-language.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { countryChoices } from '../model/country-choices.ts';
import { unlistedText } from './unlisted-text.ts';

export interface CountryFieldProps {
  /** ISO code; empty without a choice. */
  country: string;
  visitorCountry: string;
  onChange: (country: string) => void;
  disabled: boolean;
}

/** Country field for a customer without an address. */
export const CountryField = ({ country, visitorCountry, onChange, disabled }: CountryFieldProps) => {
  const choices = useMemo(() => countryChoices(pageLanguage(), visitorCountry), [visitorCountry]);
  return (
    <Combobox
      name="country"
      label={<Trans>Country</Trans>}
      choices={choices}
      value={country}
      onChange={onChange}
      unlisted={unlistedText}
      disabled={disabled}
      autoComplete="country-name"
    />
  );
};

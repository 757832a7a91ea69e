import type { AddressPart, AddressText } from '@foyer/contract/vocabulary/address-rules';
import { statesOf } from '@foyer/contract/vocabulary/address-states';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { pageLanguage } from '../../../lib/page-language.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { formOf } from '../model/address-values.ts';
import { countryChoices } from '../model/country-choices.ts';
import styles from './address.module.css';
import { cityLabel, postalLabel, stateLabel } from './address-labels.tsx';
import { unlistedText } from './unlisted-text.ts';

interface AddressFieldsProps {
  address: AddressText;
  visitorCountry: string | null;
  /** Error of a field, once it may be shown. */
  errorOf: (part: AddressPart) => ReactNode;
  disabled: boolean;
  onChange: (part: AddressPart, value: string) => void;
  onLeave: (part: AddressPart) => void;
}

/**
 * Fields of the country, in the order of the requirement (AD-03). They check nothing and never block typing (AD-08).
 */
export const AddressFields = ({
  address,
  visitorCountry,
  errorOf,
  disabled,
  onChange,
  onLeave,
}: AddressFieldsProps) => {
  const form = formOf(address.country);
  const countries = useMemo(() => countryChoices(pageLanguage(), visitorCountry), [visitorCountry]);
  const states = useMemo(
    () => statesOf(address.country).map(({ code, name }) => ({ value: code, label: name })),
    [address.country],
  );
  const control = (name: AddressPart) => ({
    name,
    value: address[name],
    error: errorOf(name),
    onBlur: () => onLeave(name),
  });
  const text = (name: AddressPart) => ({
    ...control(name),
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  const choice = (name: AddressPart) => ({
    ...control(name),
    onChange: (value: string) => onChange(name, value),
    unlisted: unlistedText,
  });
  const placeClass = form.state && form.postal ? styles.third : styles.half;

  return (
    <fieldset className={styles.fields} disabled={disabled}>
      <legend className="sr">
        <Trans>Address</Trans>
      </legend>
      <Combobox {...choice('country')} label={<Trans>Country</Trans>} choices={countries} autoComplete="country-name" />
      <TextField
        {...text('firstName')}
        className={styles.half}
        label={<Trans>First name</Trans>}
        autoComplete="given-name"
      />
      <TextField
        {...text('lastName')}
        className={styles.half}
        label={<Trans>Last name</Trans>}
        autoComplete="family-name"
      />
      <TextField
        {...text('organization')}
        label={<Trans>Company</Trans>}
        hint={<Trans>No company? Enter your name.</Trans>}
        autoComplete="organization"
      />
      <TextField
        {...text('addressLine1')}
        label={<Trans>Address line 1</Trans>}
        placeholder={t`Street address, no PO box`}
        autoComplete="address-line1"
      />
      <TextField
        {...text('addressLine2')}
        label={<Trans>Address line 2</Trans>}
        optional
        autoComplete="address-line2"
      />
      <TextField {...text('city')} className={placeClass} label={cityLabel(form)} autoComplete="address-level2" />
      {form.state &&
        (states.length > 0 ? (
          <div className={placeClass}>
            <Combobox
              key={address.country}
              {...choice('state')}
              label={stateLabel(form)}
              choices={states}
              optional={!form.stateRequired}
              autoComplete="address-level1"
            />
          </div>
        ) : (
          <TextField
            {...text('state')}
            className={placeClass}
            label={stateLabel(form)}
            optional={!form.stateRequired}
            autoComplete="address-level1"
          />
        ))}
      {form.postal && (
        <TextField
          {...text('postalCode')}
          className={placeClass}
          label={postalLabel(form)}
          autoComplete="postal-code"
        />
      )}
      <TextField
        {...text('phone1')}
        className={styles.half}
        label={<Trans>Phone</Trans>}
        optional
        inputMode="tel"
        autoComplete="tel"
      />
    </fieldset>
  );
};

import {
  type AddressFault,
  type AddressPart,
  type AddressProblem,
  addressLimits,
  addressProblems,
  type CountryForm,
} from '@foyer/contract/vocabulary/address-rules';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { mustBe8OrFewer, mustBeNumber, required } from '../../../ui/field-messages.tsx';

/** Label of the state field in a country. */
export const stateLabel = ({ state = 'state' }: CountryForm): ReactNode => {
  switch (state) {
    case 'area':
      return <Trans>Area</Trans>;
    case 'county':
      return <Trans>County</Trans>;
    case 'department':
      return <Trans>Department</Trans>;
    case 'district':
      return <Trans>District</Trans>;
    case 'emirate':
      return <Trans>Emirate</Trans>;
    case 'island':
      return <Trans>Island</Trans>;
    case 'parish':
      return <Trans>Parish</Trans>;
    case 'prefecture':
      return <Trans>Prefecture</Trans>;
    case 'province':
      return <Trans>Province</Trans>;
    case 'region':
      return <Trans>Region</Trans>;
    case 'state':
      return <Trans context="address">State</Trans>;
  }
};

/** Label of the city field in a country. */
export const cityLabel = ({ city }: CountryForm): ReactNode => {
  switch (city) {
    case 'district':
      return <Trans>City or district</Trans>;
    case 'post_town':
      return <Trans>Town or city</Trans>;
    case 'suburb':
      return <Trans>City or suburb</Trans>;
    case undefined:
      return <Trans>City</Trans>;
  }
};

/** Label of the postal code field in a country. */
export const postalLabel = ({ postal }: CountryForm): ReactNode => {
  switch (postal) {
    case 'eircode':
      return <Trans>Eircode</Trans>;
    case 'pin':
      return <Trans>PIN code</Trans>;
    case 'postal':
    case undefined:
      return <Trans>Postal code</Trans>;
  }
};

/** Message of a fault (SC-12). Faults without a message in the product specification have one in the same style. */
export const faultMessage = (part: AddressPart, fault: AddressFault): ReactNode => {
  switch (fault) {
    case 'required':
    case 'not-listed':
      return required();
    case 'number':
      return mustBeNumber();
    case 'too-long':
      return part === 'postalCode' ? (
        mustBe8OrFewer()
      ) : (
        <Trans>Must be {addressLimits[part]} or fewer characters</Trans>
      );
  }
};

const isProblem = (text: unknown): text is AddressProblem => addressProblems.includes(text as AddressProblem);

/** Message of the verifier below a field; null when there is none. */
export const verifierMessage = (part: AddressPart, problem: unknown): ReactNode => {
  if (!isProblem(problem)) return null;
  switch (problem) {
    case 'PO box':
      return <Trans>This is a PO box. Enter a street address.</Trans>;
    case 'invalid':
      return <Trans>This doesn't look like a postal code of this country.</Trans>;
    case 'unknown':
      return part === 'state' ? (
        <Trans>Not known in this country.</Trans>
      ) : (
        <Trans>We don't know this postal code.</Trans>
      );
    case 'mismatch':
      return part === 'postalCode' ? (
        <Trans>This code belongs to another place.</Trans>
      ) : (
        <Trans>Doesn't match the postal code.</Trans>
      );
  }
};

import type { Address } from '@foyer/contract/api/shapes';
import { statesOf } from '@foyer/contract/vocabulary/address-states';
import { countryForm } from '@foyer/contract/vocabulary/country-form';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { config } from '../../../lib/config.ts';
import { pageLanguage } from '../../../lib/page-language.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { shownPhone } from '../model/shown-phone.ts';
import styles from './address.module.css';
import { cityLabel, postalLabel, stateLabel } from './address-labels.tsx';

interface SavedAddressProps {
  address: Address;
  returnPath: string;
  /** The form contained another address, which was not saved. */
  hasUnsavedInput: boolean;
}

/** Saved address, read-only: an operator changes it (AD-01). */
export const SavedAddress = ({ address, returnPath, hasUnsavedInput }: SavedAddressProps) => {
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasUnsavedInput) refusal.current?.focus();
  }, [hasUnsavedInput]);
  const form = countryForm(address.country) ?? {};
  const country = new Intl.DisplayNames([pageLanguage()], { type: 'region', fallback: 'code' });
  const { supportEmail } = config.contacts;
  const state = statesOf(address.country).find(({ code }) => code === address.state)?.name ?? address.state;
  const facts: [key: string, label: ReactNode, value: string][] = [
    ['country', <Trans key="country">Country</Trans>, country.of(address.country) ?? address.country],
    ['first', <Trans key="first">First name</Trans>, address.firstName],
    ['last', <Trans key="last">Last name</Trans>, address.lastName],
    ['company', <Trans key="company">Company</Trans>, address.organization],
    ['line1', <Trans key="line1">Address line 1</Trans>, address.addressLine1],
    ['line2', <Trans key="line2">Address line 2</Trans>, address.addressLine2],
    ['city', cityLabel(form), address.city],
    ['state', stateLabel(form), state],
    ['postal', postalLabel(form), address.postalCode],
    ['phone', <Trans key="phone">Phone</Trans>, shownPhone(address)],
  ];
  return (
    <div className={`${styles.column} ${styles.narrow}`}>
      {hasUnsavedInput && (
        <Notice ref={refusal} tone="warn" alert titleAs="p" title={<Trans>You have an address already</Trans>}>
          <p>
            <Trans>It was saved before, perhaps in another tab. What you typed just now was not saved.</Trans>
          </p>
        </Notice>
      )}
      <Card pad>
        <dl className={styles.facts}>
          {facts
            .filter(([, , value]) => value !== '')
            .map(([key, label, value]) => (
              <div key={key} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </Card>
      {supportEmail && (
        <Notice tone="info" title={<Trans>To change your address, email support</Trans>}>
          <p>
            <Trans>
              Write to{' '}
              <a className="link" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>{' '}
              with the new address. Receipts you already have keep the one they were billed to.
            </Trans>
          </p>
        </Notice>
      )}
      <div className={styles.actions}>
        <LinkButton to={returnPath}>
          <Trans>Go Back</Trans>
        </LinkButton>
      </div>
    </div>
  );
};

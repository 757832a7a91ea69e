import type { Me } from '@foyer/contract/api/auth';
import type { Address } from '@foyer/contract/api/shapes';
import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { config } from '../../../lib/config.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { AddressPurpose } from '../../../shared/address/address-purpose.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { blankAddress } from '../model/address-values.ts';
import { defaultCountry } from '../model/country-choices.ts';
import styles from './address.module.css';
import { SavedAddress } from './saved-address.tsx';

// on demand, because it contains all countries and states, and a customer with an address does not need it
const AddressForm = lazyNamed(() => import('./address-form.tsx').then((file) => file.AddressForm));

/** Initial values: the stored address, else the name and the country of the visitor. */
const startOf = (user: Me['user'], visitorCountry: string | null): AddressText =>
  user.address
    ? { ...user.address, phone1: user.address.phone1 ?? '' }
    : { ...blankAddress(user), country: defaultCountry(visitorCountry) };

const AddressSkeleton = () => (
  <div className={styles.narrow} role="status">
    <span className="sr">
      <Trans>Loading…</Trans>
    </span>
    <Card>
      <CardSkeleton height={592} />
    </Card>
  </div>
);

interface AddressStepProps {
  user: Me['user'];
  /** Country of the customer's network address; null when it is unknown. */
  visitorCountry: string | null;
  /** Path of this portal, already checked (AD-09). */
  returnPath: string;
  /** Set when the form is an onboarding step: where the onboarding started (AD-02). */
  setup: { readonly start: { readonly to: string; readonly label: ReactNode } } | null;
  submitLabel: ReactNode;
  onSaved: (address: Address) => void;
  /** Called when another address is already stored and this one was not saved. */
  onOther?: () => void;
}

/** Address form without the title of its page: that of the address, or that of a card which needs the address first. */
export const AddressStep = ({
  user,
  visitorCountry,
  returnPath,
  setup,
  submitLabel,
  onSaved,
  onOther = () => {},
}: AddressStepProps) => (
  <Suspense fallback={<AddressSkeleton />}>
    <AddressForm
      start={startOf(user, visitorCountry)}
      visitorCountry={visitorCountry}
      back={
        setup ? { ...setup.start, cancels: false } : { to: returnPath, label: <Trans>Cancel</Trans>, cancels: true }
      }
      submitLabel={submitLabel}
      onSaved={onSaved}
      onOther={onOther}
    />
  </Suspense>
);

interface AddressViewProps extends Pick<AddressStepProps, 'returnPath' | 'setup' | 'visitorCountry' | 'onSaved'> {
  crumb: { readonly to: string; readonly label: ReactNode };
  /** Progress of the wizard, shown under the title. */
  tracker?: ReactNode;
}

/** Says what the address is for, and whether the customer can change it later. */
const PurposeText = () => (
  <>
    <AddressPurpose />
    {config.addressChange === 'support' && (
      <>
        {' '}
        <Trans>To change it later, contact support.</Trans>
      </>
    )}
  </>
);

/** Address of the account: read-only if there is one, else the form (AD-01). */
export const AddressView = ({ returnPath, crumb, setup, visitorCountry, onSaved, tracker }: AddressViewProps) => {
  const me = useQuery(meQuery);
  const user = me.data?.user;
  const [hasUnsavedInput, setHasUnsavedInput] = useState(false);
  const isReadOnly = user?.address != null && config.addressChange === 'support';
  return (
    <>
      <PageHeader
        crumb={crumb}
        title={setup ? <Trans>Setup your account</Trans> : <Trans>Add or Change Address</Trans>}
        {...((!isReadOnly || me.isRefetchError) && {
          description: isReadOnly ? <StaleDataNote of={me} /> : <PurposeText />,
        })}
      />
      {tracker}
      {isReadOnly && user?.address ? (
        <SavedAddress address={user.address} returnPath={returnPath} hasUnsavedInput={hasUnsavedInput} />
      ) : user ? (
        <AddressStep
          user={user}
          visitorCountry={visitorCountry}
          returnPath={returnPath}
          setup={setup}
          submitLabel={setup ? <Trans>Continue</Trans> : <Trans>Add Address</Trans>}
          onSaved={onSaved}
          onOther={() => setHasUnsavedInput(true)}
        />
      ) : me.isError ? (
        <Retry title={<Trans>We're having trouble retrieving your address.</Trans>} of={me}>
          <Trans>Nothing changed; only this part didn't load.</Trans>
        </Retry>
      ) : (
        <AddressSkeleton />
      )}
    </>
  );
};

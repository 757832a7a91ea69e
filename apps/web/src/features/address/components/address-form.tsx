import type { Address } from '@foyer/contract/api/shapes';
import { type AddressPart, type AddressText, addressParts } from '@foyer/contract/vocabulary/address-rules';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { accountWords } from '../../../shared/failures/account-words.tsx';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import type { FailureContext } from '../../../shared/failures/words.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { firstFault } from '../model/address-values.ts';
import styles from './address.module.css';
import { AddressFields } from './address-fields.tsx';
import { faultMessage, verifierMessage } from './address-labels.tsx';
import { EmailSupport } from './email-support.tsx';
import { useAddressForm } from './use-address-form.ts';

// on demand, because the verifier refuses few addresses
const AddressMismatchPanel = lazyNamed(() => import('./mismatch-panel.tsx').then((file) => file.AddressMismatchPanel));

const notSaved = <Trans>Your address wasn't saved. Nothing you typed is lost.</Trans>;

const addressFailures: FailureContext = {
  words: { ...accountWords, RATE_LIMITED: { ...accountWords.RATE_LIMITED, effect: notSaved } },
  refused: notSaved,
  unknown: <Trans>We don't know whether your address was saved. Nothing you typed is lost; try again.</Trans>,
};

interface AddressFormProps {
  start: AddressText;
  visitorCountry: string | null;
  /** Second button: Cancel, which drops the input, or a link back to the start view. */
  back: { readonly to: string; readonly label: ReactNode; readonly cancels: boolean };
  submitLabel: ReactNode;
  onSaved: (address: Address) => void;
  /** Called when another address is already stored and this one was not saved. */
  onOther: () => void;
}

/** Form that verifies and stores an address (AD-03…AD-08). */
export const AddressForm = ({ start, visitorCountry, back, submitLabel, onSaved, onOther }: AddressFormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const { address, faults, touched, outcome, busy, complete, ...act } = useAddressForm(start, onSaved, onOther);
  const mismatch = outcome.kind === 'mismatch' ? outcome.mismatch : null;
  const failure = outcome.kind === 'failed' ? outcome.failure : null;
  const refused = failure?.reason === 'INVALID_REQUEST' ? (failure.error?.field as AddressPart | null) : null;

  const errorOf = (part: AddressPart): ReactNode => {
    const fault = faults[part];
    if (fault && touched.has(part)) return faultMessage(part, fault);
    if (part === refused) return <Trans>This can't be saved as it is.</Trans>;
    return mismatch && verifierMessage(part, mismatch.validate[part]);
  };
  const focusPart = (part: AddressPart | null | undefined) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${part}"]`)?.focus();

  // Focuses the field of a refused save after the fields are enabled again.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLInputElement>(`[name="${refused}"]`)?.focus();
  }, [refused]);

  return (
    <form
      ref={form}
      className={styles.column}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || mismatch) return;
        if (complete) return void act.submit();
        act.touch(...addressParts);
        focusPart(firstFault(faults));
      }}
    >
      {failure && !refused && <FailureNotice of={failure} context={addressFailures} more={<EmailSupport />} />}
      <div className={cx(styles.layout, mismatch ? styles.withMismatch : styles.narrow)}>
        <Card pad>
          <AddressFields
            address={address}
            visitorCountry={visitorCountry}
            errorOf={errorOf}
            disabled={busy}
            onChange={act.change}
            onLeave={act.leave}
          />
        </Card>
        {mismatch && (
          <Suspense>
            <AddressMismatchPanel
              key={JSON.stringify(mismatch)}
              mismatch={mismatch}
              typed={address}
              busy={busy}
              onUse={(suggestion) => void act.use(suggestion)}
            />
          </Suspense>
        )}
      </div>
      <div className={styles.actions}>
        <LinkButton to={back.to} {...(back.cancels && { onClick: act.forget })}>
          {back.label}
        </LinkButton>
        <Button
          type="submit"
          variant="primary"
          aria-disabled={!complete || mismatch !== null}
          busy={busy}
          busyLabel={<Trans>Saving…</Trans>}
        >
          {submitLabel}
        </Button>
        {mismatch && mismatch.suggestions.length > 0 && (
          <span className={styles.reason}>
            <Trans>Choose an address first</Trans>
          </span>
        )}
      </div>
    </form>
  );
};

import type { Address } from '@foyer/contract/api/shapes';
import { type AddressPart, type AddressText, addressParts } from '@foyer/contract/vocabulary/address-rules';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { CallError } from '../../../lib/call-error.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Notice } from '../../../ui/notice.tsx';
import { firstFault } from '../model/address-values.ts';
import styles from './address.module.css';
import { AddressFields } from './address-fields.tsx';
import { faultMessage, verifierMessage } from './address-labels.tsx';
import { EmailSupport } from './email-support.tsx';
import { useAddressForm } from './use-address-form.ts';

// on demand, because the verifier refuses few addresses
const AddressMismatchPanel = lazyNamed(() => import('./mismatch-panel.tsx').then((file) => file.AddressMismatchPanel));

const failureText = ({ type }: CallError): ReactNode => {
  switch (type) {
    case 'OFFLINE':
      return <Trans>You are offline. Nothing you typed is lost; try again when you are back.</Trans>;
    case 'RATE_LIMITED':
      return <Trans>That was too often. Wait a minute, then try again.</Trans>;
    default:
      return <Trans>Something went wrong on our side. Nothing you typed is lost; try again.</Trans>;
  }
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
  const failure = useRef<HTMLDivElement>(null);
  const { address, faults, touched, outcome, busy, complete, ...act } = useAddressForm(start, onSaved, onOther);
  const mismatch = outcome.kind === 'mismatch' ? outcome.mismatch : null;
  const error = outcome.kind === 'error' ? outcome.error : null;
  const unsure = outcome.kind === 'error' && outcome.unsure;
  const refused = error?.type === 'INVALID_REQUEST' ? (error.field as AddressPart | null) : null;

  const errorOf = (part: AddressPart): ReactNode => {
    const fault = faults[part];
    if (fault && touched.has(part)) return faultMessage(part, fault);
    if (part === refused) return <Trans>This can't be saved as it is.</Trans>;
    return mismatch && verifierMessage(part, mismatch.validate[part]);
  };
  const focusPart = (part: AddressPart | null | undefined) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${part}"]`)?.focus();

  // Focuses the field or message of a failed save after the fields are enabled again.
  useEffect(() => {
    if (outcome.kind !== 'error') return;
    const { type, field } = outcome.error;
    const input = type === 'INVALID_REQUEST' && form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
    if (input) input.focus();
    else failure.current?.focus();
  }, [outcome]);

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
      {error && !refused && (
        <Notice
          ref={failure}
          tone={unsure ? 'warn' : 'bad'}
          alert
          titleAs="p"
          title={
            unsure ? (
              <Trans>We don't know whether your address was saved</Trans>
            ) : (
              <Trans>Your address wasn't saved</Trans>
            )
          }
        >
          <p>
            {unsure ? (
              <Trans>The connection broke before the answer came. Nothing you typed is lost; try again.</Trans>
            ) : (
              failureText(error)
            )}{' '}
            <EmailSupport />
          </p>
        </Notice>
      )}
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

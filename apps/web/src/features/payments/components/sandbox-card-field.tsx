import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CardBrand } from '../../../shared/payments/card-brand.tsx';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { Icon } from '../../../ui/icon.tsx';
import {
  brandOf,
  type CardEntry,
  type CardNumbers,
  cardNumbersOf,
  digitsOf,
  type EntryFault,
  emptyCardEntry,
  formatExpiry,
  formatNumber,
  isComplete,
  validationError,
} from '../model/card-entry.ts';
import type { CardFieldProps } from './card-field.ts';
import styles from './sandbox-card-field.module.css';

/** Makes a token for test card numbers, as the browser library of a real gateway does (PM-02). */
const makeSandboxToken = async (card: CardNumbers): Promise<string> =>
  (await call('POST /sandbox/tokens', { body: card })).id;

const shapes: Record<keyof CardEntry, (text: string) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
  zip: (text) => text.slice(0, 10),
};

/**
 * Removes the digit before a deleted space or slash too. Otherwise the formatting would add it again, and Backspace
 * would do nothing.
 */
const retyped = (field: keyof CardEntry, before: string, typed: string): string => {
  const shape = shapes[field];
  return typed.length === before.length - 1 && digitsOf(typed) === digitsOf(before) && field !== 'zip'
    ? shape(digitsOf(typed).slice(0, -1))
    : shape(typed);
};

const faultText = (fault: EntryFault): ReactNode => {
  switch (fault) {
    case 'number-short':
      return <Trans>Your card number is incomplete.</Trans>;
    case 'expiry-short':
      return <Trans>Your card's expiration date is incomplete.</Trans>;
    case 'month':
      return <Trans>Your card's expiration month is invalid.</Trans>;
    case 'past':
      return <Trans>Your card's expiration date is in the past.</Trans>;
    case 'cvc-short':
      return <Trans>Your card's security code is incomplete.</Trans>;
  }
};

/**
 * Card field of the sandbox gateway: number, expiry, security code and ZIP in one frame. Shows the messages of Stripe's
 * field; only the gateway decides whether the card is valid.
 */
export const SandboxCardField = ({ disabled, onChange, describedBy }: CardFieldProps) => {
  const [entry, setEntry] = useState<CardEntry>(emptyCardEntry);
  const [left, setLeft] = useState<ReadonlySet<keyof CardEntry>>(new Set());
  const messageId = useId();
  const now = new Date();
  const wrong = validationError(entry, left, now);

  const type = (field: keyof CardEntry) => (event: ChangeEvent<HTMLInputElement>) => {
    const next = { ...entry, [field]: retyped(field, entry[field], event.target.value) };
    setEntry(next);
    onChange(isComplete(next, now) ? () => makeSandboxToken(cardNumbersOf(next)) : null);
  };
  const part = (field: keyof CardEntry) =>
    ({
      inputMode: 'numeric',
      required: true,
      'aria-invalid': wrong?.field === field || undefined,
      'aria-describedby': wrong?.field === field ? messageId : describedBy,
      value: entry[field],
      onChange: type(field),
      onBlur: () => setLeft((before) => new Set([...before, field])),
      onFocus: () => setLeft((before) => new Set([...before].filter((other) => other !== field))),
    }) as const;

  return (
    <>
      <span className={styles.label} id="card-label">
        <Trans>Card</Trans>
      </span>
      <fieldset className={styles.frame} disabled={disabled} aria-labelledby="card-label">
        <div className={styles.number}>
          <CardBrand brand={brandOf(entry.number)} decorative />
          <input
            {...part('number')}
            aria-label={t`Card number`}
            autoComplete="cc-number"
            placeholder={t`Card number`}
          />
          {isComplete(entry, now) && <Icon of={CircleCheck} size={16} className={styles.done} />}
        </div>
        <div className={styles.row}>
          <label className={styles.cell}>
            <span>
              <Trans>Expiry</Trans>
            </span>
            <input {...part('expiry')} autoComplete="cc-exp" placeholder={t`MM / YY`} />
          </label>
          <label className={styles.cell}>
            <span>
              <Trans>Security code</Trans>
            </span>
            <input {...part('cvc')} autoComplete="cc-csc" placeholder={t`CVC`} />
          </label>
          <label className={styles.cell}>
            <span>
              <Trans>ZIP code</Trans>
            </span>
            <input
              autoComplete="postal-code"
              placeholder={t`Optional`}
              aria-describedby={describedBy}
              value={entry.zip}
              onChange={type('zip')}
            />
          </label>
        </div>
      </fieldset>
      <FieldMessage id={messageId} error={wrong && faultText(wrong.fault)} />
    </>
  );
};

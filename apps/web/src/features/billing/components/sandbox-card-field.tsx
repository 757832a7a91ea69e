import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { CardBrand } from '../../../ui/card-brand.tsx';
import { Icon } from '../../../ui/icon.tsx';
import {
  brandOf,
  type CardEntry,
  cardNumbersOf,
  digitsOf,
  emptyCardEntry,
  formatExpiry,
  formatNumber,
  isComplete,
} from '../model/card-entry.ts';
import { makeSandboxToken } from '../queries/sandbox-token.ts';
import type { CardFieldProps } from './card-field.ts';
import styles from './sandbox-card-field.module.css';

const shapes: Record<keyof CardEntry, (text: string) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
  zip: (text) => text.slice(0, 10),
};

/** Taking away the space or slash that stands after a group takes the digit before it too, else the key seems dead. */
const retyped = (field: keyof CardEntry, before: string, typed: string): string => {
  const shape = shapes[field];
  return typed.length < before.length && digitsOf(typed) === digitsOf(before) && field !== 'zip'
    ? shape(digitsOf(typed).slice(0, -1))
    : shape(typed);
};

/** Card entry of the sandbox gateway: number, expiry, security code and ZIP in one frame. Whether a card is good, the gateway says. */
export const SandboxCardField = ({ disabled, onChange, describedBy }: CardFieldProps) => {
  const { t } = useLingui();
  const [entry, setEntry] = useState<CardEntry>(emptyCardEntry);

  const type = (field: keyof CardEntry) => (event: ChangeEvent<HTMLInputElement>) => {
    const next = { ...entry, [field]: retyped(field, entry[field], event.target.value) };
    setEntry(next);
    onChange(isComplete(next) ? () => makeSandboxToken(cardNumbersOf(next)) : null);
  };
  const common = { inputMode: 'numeric', required: true, 'aria-describedby': describedBy } as const;

  return (
    <>
      <span className={styles.label} id="card-label">
        <Trans>Card</Trans>
      </span>
      <fieldset className={styles.frame} disabled={disabled} aria-labelledby="card-label">
        <div className={styles.number}>
          <CardBrand brand={brandOf(entry.number)} decorative />
          <input
            {...common}
            aria-label={t`Card number`}
            autoComplete="cc-number"
            placeholder={t`Card number`}
            value={entry.number}
            onChange={type('number')}
          />
          {isComplete(entry) && <Icon of={CircleCheck} size={16} className={styles.done} />}
        </div>
        <div className={styles.row}>
          <label className={styles.cell}>
            <span>
              <Trans>Expiry</Trans>
            </span>
            <input
              {...common}
              autoComplete="cc-exp"
              placeholder={t`MM / YY`}
              value={entry.expiry}
              onChange={type('expiry')}
            />
          </label>
          <label className={styles.cell}>
            <span>
              <Trans>Security code</Trans>
            </span>
            <input {...common} autoComplete="cc-csc" placeholder={t`CVC`} value={entry.cvc} onChange={type('cvc')} />
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
    </>
  );
};

import type { Address } from '@foyer/contract/api/shapes';
import { townLines } from '@foyer/contract/vocabulary/address-lines';
import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { pageLanguage } from '../../../lib/page-language.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import choice from '../../../ui/choice.module.css';
import { cx } from '../../../ui/cx.ts';
import type { AddressMismatch } from '../queries/save-address.ts';
import styles from './address.module.css';
import { EmailSupport } from './email-support.tsx';

/** Piece of a line, and whether it differs from the typed line. */
interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const plain = (word: string): string => word.replace(/[.,]/g, '');

/** Splits a suggested line into pieces that are equal to the typed one and pieces that differ. */
const changedWords = (suggested: string, typed: string): readonly Piece[] => {
  const known = new Set(words(typed).map(plain));
  const pieces: Piece[] = [];
  for (const word of words(suggested)) {
    const changed = !known.has(plain(word));
    const last = pieces.at(-1);
    if (last?.changed === changed) pieces[pieces.length - 1] = { text: `${last.text} ${word}`, changed };
    else pieces.push({ text: word, changed });
  }
  return pieces;
};

type Lines = Pick<Address, 'country' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'postalCode'>;

const placeLine = (lines: Lines) => townLines(lines).join(', ');
const streetLine = ({ addressLine1, addressLine2 }: Lines) => [addressLine1, addressLine2].filter(Boolean).join(' ');

interface ChoiceCardProps {
  name: string;
  value: number;
  chosen: number;
  onChoose: (value: number) => void;
  title: ReactNode;
  address: Lines;
  country: string;
  /** The other version of the address, to mark the differences. */
  beside?: Lines;
}

const ChoiceCard = ({ name, value, chosen, onChoose, title, address, country, beside }: ChoiceCardProps) => {
  const line = (of: (lines: Lines) => string) =>
    changedWords(of(address), of(beside ?? address)).map(({ text, changed }, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and are never reordered
      <Fragment key={n}>
        {n > 0 && ' '}
        {changed ? <mark>{text}</mark> : text}
      </Fragment>
    ));
  return (
    <label className={cx(choice.option, styles.choice)}>
      <input
        type="radio"
        className={choice.radio}
        name={name}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
      />
      <span>
        <b>{title}</b>
        <span>{line(streetLine)}</span>
        <span>{line(placeLine)}</span>
        <span>{country}</span>
      </span>
    </label>
  );
};

interface AddressMismatchPanelProps {
  mismatch: AddressMismatch;
  typed: AddressText;
  busy: boolean;
  /** Suggestion to use; null: the address as typed (AD-05, ignoreValidation). */
  onUse: (suggestion: Address | null) => void;
}

const TYPED = -1;

/**
 * Panel that compares the suggestions of the verifier with the typed address, with a button for each (AD-05). Takes the
 * focus when it appears.
 */
export const AddressMismatchPanel = ({ mismatch: { suggestions }, typed, busy, onUse }: AddressMismatchPanelProps) => {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [chosen, setChosen] = useState(suggestions.length > 0 ? 0 : TYPED);
  const country = new Intl.DisplayNames([pageLanguage()], { type: 'region' }).of(typed.country) ?? typed.country;
  const group = { name: id, chosen, onChoose: setChosen, country };
  const suggestion = suggestions[chosen] ?? null;
  const hasSuggestions = suggestions.length > 0;
  return (
    <Card as="aside" className={styles.mismatch} aria-labelledby={`${id}-title`}>
      <h2 className={styles.title} id={`${id}-title`} ref={title} tabIndex={-1}>
        {hasSuggestions ? <Trans>Did you mean this address?</Trans> : <Trans>We couldn't verify this address</Trans>}
      </h2>
      <p className="small">
        {hasSuggestions ? (
          <Trans>The postal data we have lists it a little differently. Choose one to go on.</Trans>
        ) : (
          <Trans>Please double-check that you've used a valid, shippable address (no P.O. Box) and try again.</Trans>
        )}
      </p>
      {hasSuggestions && (
        <fieldset className={styles.choices} disabled={busy}>
          <legend className="sr">
            <Trans>Address to use</Trans>
          </legend>
          {suggestions.map((address, n) => (
            <ChoiceCard
              key={placeLine(address)}
              {...group}
              value={n}
              title={<Trans>Suggested</Trans>}
              address={address}
              beside={typed}
            />
          ))}
          <ChoiceCard {...group} value={TYPED} title={<Trans>As you entered it</Trans>} address={typed} />
        </fieldset>
      )}
      <Button
        variant={hasSuggestions ? 'primary' : 'outline'}
        full
        busy={busy}
        busyLabel={<Trans>Saving…</Trans>}
        onClick={() => onUse(suggestion)}
      >
        {suggestion ? <Trans>Use suggested address</Trans> : <Trans>Use what I entered</Trans>}
      </Button>
      <p className={cx('small', styles.center)}>
        {hasSuggestions ? <Trans>Neither is right?</Trans> : <Trans>Still not working?</Trans>} <EmailSupport />
      </p>
    </Card>
  );
};

import { t } from '@lingui/core/macro';
import { Check, ChevronsUpDown } from 'lucide';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './combobox.module.css';
import { type Choice, completeChoice, likelyChoice, matchingChoices } from './combobox-choices.ts';
import { cx } from './cx.ts';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';

interface ComboboxProps {
  label: ReactNode;
  name: string;
  choices: readonly Choice[];
  /** Value of the chosen one. A value that is not in the list is shown as text. */
  value: string;
  onChange: (value: string) => void;
  /** Message for a text that matches no choice. `kept` is the choice that still applies, or null. */
  unlisted: (text: string, kept: string | null) => ReactNode;
  onBlur?: () => void;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
  autoComplete?: string;
}

const STEP = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 } as const;

/**
 * Field that chooses one of many, as an "editable combobox with list" of the ARIA authoring practices. Typing filters
 * by any part of a name. It chooses only a complete name (`completeChoice`), because the first letters of a name may be
 * the code of another. Leaving the field chooses the likely choice (`likelyChoice`) or shows that there is none.
 */
export const Combobox = ({
  name,
  choices,
  value,
  onChange,
  unlisted,
  onBlur,
  optional,
  hint,
  error,
  ...field
}: ComboboxProps) => {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** Null when nothing was typed since the last choice; the list then shows all choices. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  /** Choice before typing began. Escape restores it. */
  const [before, setBefore] = useState(value);
  /** Text without a matching choice, and the value at that time. Another choice removes it. */
  const [missed, setMissed] = useState<{ readonly text: string; readonly value: string } | null>(null);
  const offered = typed === null ? choices : matchingChoices(choices, typed);
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value;
  const about = missed?.value === value ? unlisted(missed.text, chosen || null) : null;

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [open, active]);

  const close = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const choose = (choice: Choice) => {
    if (choice.value !== value) onChange(choice.value);
    setMissed(null);
    close();
  };
  const openList = () => {
    setOpen(true);
    setActive(offered.findIndex((choice) => choice.value === value));
  };
  const settleText = (text: string) => {
    const meant = likelyChoice(choices, text);
    if (meant) return choose(meant);
    const isBlank = text.trim() === '';
    if (isBlank && optional && value !== '') onChange('');
    setMissed(isBlank ? null : { text: text.trim(), value });
    close();
  };
  const onType = ({ target, currentTarget }: ChangeEvent<HTMLInputElement>) => {
    // Autofill writes a whole value without focus, so no blur follows.
    if (document.activeElement !== currentTarget) return settleText(target.value);
    if (typed === null) setBefore(value);
    setTyped(target.value);
    const named = completeChoice(choices, target.value);
    if (named && named.value !== value) onChange(named.value);
    setMissed(null);
    setOpen(true);
    setActive(target.value.trim() === '' ? -1 : 0);
  };
  const settleTyped = () => (typed === null ? close() : settleText(typed));
  const onLeave = () => {
    settleTyped();
    onBlur?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key in STEP) {
      event.preventDefault();
      if (!open) openList();
      else {
        const next = active + STEP[key as keyof typeof STEP];
        setActive(Math.max(0, Math.min(offered.length - 1, next)));
      }
    } else if (key === 'Enter' && open) {
      event.preventDefault();
      const marked = offered[active];
      if (marked) choose(marked);
      else settleTyped();
    } else if (key === 'Escape' && open) {
      event.preventDefault();
      if (typed !== null && value !== before) onChange(before);
      close();
    }
  };

  return (
    <TextField
      {...field}
      {...(optional && { optional })}
      name={name}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={open}
      aria-controls={open && offered.length > 0 ? listId : undefined}
      aria-activedescendant={open && offered[active] ? `${listId}-${active}` : undefined}
      spellCheck={false}
      value={typed ?? chosen}
      hint={about && value !== '' ? about : hint}
      error={about && value === '' ? about : error}
      onChange={onType}
      onFocus={(event) => event.target.select()}
      onClick={() => !open && openList()}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
      inside={
        <>
          <Icon of={ChevronsUpDown} size={16} className={styles.chevron} />
          {open && offered.length > 0 && (
            // a click in the list must not take the focus from the field
            <div
              ref={list}
              id={listId}
              role="listbox"
              className={styles.list}
              onPointerDown={(event) => event.preventDefault()}
            >
              {offered.map((choice, n) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
                <div
                  key={choice.value}
                  id={`${listId}-${n}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={choice.value === value}
                  className={cx(styles.choice, n === active && styles.active)}
                  onPointerMove={() => setActive(n)}
                  onClick={() => choose(choice)}
                >
                  {choice.label}
                  {choice.value === value && <Icon of={Check} size={16} />}
                </div>
              ))}
            </div>
          )}
          {open && offered.length === 0 && (
            <p className={styles.none} role="status">
              {t`Nothing found for “${{ typed: typed ?? '' }}”`}
            </p>
          )}
        </>
      }
    />
  );
};

import { useLingui } from '@lingui/react/macro';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './combobox.module.css';
import { type Choice, exactChoice, matchingChoices } from './combobox-choices.ts';
import { cx } from './cx.ts';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';

interface ComboboxProps {
  label: ReactNode;
  name: string;
  choices: readonly Choice[];
  /** The value of the chosen one; what is in no list is shown as it stands. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  disabled?: boolean;
  autoComplete?: string;
}

const STEP = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 } as const;

/**
 * One of many (language.md §7, Country select): typing filters in the middle of names and marks the first that fits,
 * arrows move, Enter and leaving the field take the marked one, Escape takes nothing. The pattern is the editable combobox
 * with list of the ARIA authoring practices: the focus stays in the field.
 */
export const Combobox = ({ name, choices, value, onChange, onBlur, optional, ...field }: ComboboxProps) => {
  const { t } = useLingui();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** Null: nothing was typed since the last choice, so everything is offered. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const offered = typed === null ? choices : matchingChoices(choices, typed);
  const shown = typed ?? choices.find((choice) => choice.value === value)?.label ?? value;

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [open, active]);

  const close = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const choose = (choice: Choice | undefined) => {
    if (choice && choice.value !== value) onChange(choice.value);
    close();
  };
  const show = () => {
    setOpen(true);
    setActive(offered.findIndex((choice) => choice.value === value));
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setActive(text.trim() === '' ? -1 : 0);
    const exact = exactChoice(choices, text);
    if (exact && exact.value !== value) onChange(exact.value);
  };
  const leave = () => {
    if (typed !== null && typed.trim() === '' && optional) onChange('');
    choose(typed ? offered[active] : undefined);
    onBlur?.();
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (key in STEP) {
      event.preventDefault();
      if (!open) show();
      else {
        const next = active + STEP[key as keyof typeof STEP];
        setActive(Math.max(0, Math.min(offered.length - 1, next)));
      }
    } else if (key === 'Enter' && open) {
      event.preventDefault();
      choose(offered[active]);
    } else if (key === 'Escape' && open) {
      event.preventDefault();
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
      value={shown}
      onChange={(event) => type(event.target.value)}
      onFocus={(event) => event.target.select()}
      onClick={() => !open && show()}
      onKeyDown={press}
      onBlur={leave}
      inside={
        <>
          <Icon of={ChevronsUpDown} size={16} className={styles.chevron} />
          {open && offered.length > 0 && (
            // pressing in the list must not take the focus from the field
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
              {t`Nothing found for “${typed}”`}
            </p>
          )}
        </>
      }
    />
  );
};

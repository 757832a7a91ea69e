import { type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './setting-row.module.css';

/** Card with setting rows. */
export const SettingList = ({ children, label }: { children: ReactNode; label?: string }) => (
  <Card as="ul" className={styles.settings} aria-label={label}>
    {children}
  </Card>
);

interface SettingRowProps {
  name: ReactNode;
  value: ReactNode;
  /** Label of the button and the setting it changes: "Change" and "email". */
  action: ReactNode;
  subject: ReactNode;
  open: boolean;
  onOpen: () => void;
  /** Reason why the setting cannot be changed. It is shown, and the button is disabled (SC-09). */
  refused?: ReactNode;
  /** Editor, while it is open. */
  children?: ReactNode;
}

/**
 * Focuses the first field of the editor that has no suggested value, or its title if that comes first (`data-first`). Rendered
 * inside the editor's Suspense, so that it runs when the editor has loaded.
 */
export const FocusFirst = ({ within }: { within: RefObject<HTMLElement | null> }) => {
  useEffect(() => {
    within.current
      ?.querySelector<HTMLElement>(
        ':is([data-first], :is(input:not([hidden]):not([data-suggested=true]), button):enabled)',
      )
      ?.focus();
  }, [within]);
  return null;
};

/**
 * Row with label, value and button. Opening replaces it with its editor. The first field takes the focus, and the
 * button gets it back on closing, unless another editor opened.
 */
export const SettingRow = ({ name, value, action, subject, open, onOpen, refused, children }: SettingRowProps) => {
  const item = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(false);
  const reasonId = useId();
  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = open;
    if (before && !open && !item.current?.parentElement?.querySelector('form'))
      item.current?.querySelector<HTMLElement>('button')?.focus();
  }, [open]);
  return (
    <li ref={item} className={cx(open && styles.open)}>
      {open ? (
        <Suspense fallback={<div className={styles.row} />}>
          {children}
          <FocusFirst within={item} />
        </Suspense>
      ) : (
        <div className={styles.row}>
          <h3 className="strong">{name}</h3>
          <div className={styles.value}>
            <div className={styles.badges}>{value}</div>
            {refused && (
              <p className={styles.reason} id={reasonId}>
                {refused}
              </p>
            )}
          </div>
          <Button
            size="sm"
            onClick={onOpen}
            disabled={Boolean(refused)}
            aria-describedby={refused ? reasonId : undefined}
          >
            {action} <span className="sr">{subject}</span>
          </Button>
        </div>
      )}
    </li>
  );
};

/** Placeholder rows with the final height (SH-12). */
export const SettingSkeleton = ({ names }: { names: readonly { key: string; name: ReactNode }[] }) => (
  <SettingList>
    {names.map(({ key, name }) => (
      <li key={key}>
        <div className={styles.row}>
          <h3 className="strong">{name}</h3>
          <div className={styles.value}>
            <span className={styles.placeholder} />
          </div>
          <span className={styles.buttonPlaceholder} />
        </div>
      </li>
    ))}
  </SettingList>
);

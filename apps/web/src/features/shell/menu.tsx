import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** What the button shows; with `user` it also names it, so that what is seen is what is said. */
  button: ReactNode;
  look: 'icon' | 'user';
  /** Stands above the items and is no item: name and e-mail. */
  heading?: ReactNode;
  /** `<MenuLink>`s. */
  children: ReactNode;
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A small menu of links: opens on click and arrow down, walks with the arrows, closes on Escape, on a choice and when
 * the focus leaves. Our own, because a kit's menu alone would be 40 kB in the first chunk (stack.md).
 */
export const Menu = ({ label, button, look, heading, children }: MenuProps) => {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const holder = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const items = () => [...(holder.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the items are read from the page once it is open
  useEffect(() => {
    if (!open) return;
    items()[0]?.focus();
    const onPress = (event: PointerEvent) => {
      if (!holder.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Escape' && open) {
      setOpen(false);
      opener.current?.focus();
    } else if (step && open) {
      event.preventDefault();
      const list = items();
      list[step(list.indexOf(document.activeElement as HTMLElement), list.length)]?.focus();
    } else if (event.key === 'ArrowDown' && event.target === opener.current) {
      event.preventDefault();
      setOpen(true);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and focus of the button and the items inside pass here
    <div
      ref={holder}
      className={styles.holder}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className={styles[look]}
        aria-label={look === 'icon' ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div className={styles.panel}>
          {heading && <div className={styles.who}>{heading}</div>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
          <div id={panelId} role="menu" aria-label={label} tabIndex={-1} onClick={() => setOpen(false)}>
            {children}
          </div>
        </div>
      )}
    </div>
  );
};

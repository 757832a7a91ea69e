import { Trans } from '@lingui/react/macro';
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { offlineText } from '../lib/offline-text.ts';
import { paths } from '../lib/paths.ts';
import { redirect } from '../lib/redirect.ts';
import { Link } from './link.tsx';
import styles from './menu.module.css';
import { useLazyComponent } from './use-lazy-component.ts';

/** Props of a panel, which wraps its items in `<MenuPanel>`. */
export interface PanelProps<Subject> {
  id: string;
  label: string;
  subject: Subject;
  onClose: () => void;
}

interface MenuProps<Subject> {
  label: string;
  /** Content of the button. It is also the accessible name, so that both are the same. */
  button: ReactNode;
  /** The button has no text, so `label` names it. */
  iconOnly?: boolean;
  className?: string | undefined;
  /** Data of the panel. */
  subject: Subject;
  /** Loads the panel. Called when the pointer or focus reaches the button, so that it is there on the click. */
  panel: () => Promise<ComponentType<PanelProps<Subject>>>;
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Shown instead of a panel that failed to load. Retry reloads the page, which also finds the panel of a newer release;
 * offline it only loads the panel again, because a reload would lose the page. Sign-out stays possible (SE-04).
 */
const PanelLoadError = ({ onRetry }: { onRetry: () => void }) => (
  <div className={styles.box} role="alert">
    {offlineText()}
    <button type="button" onClick={() => (navigator.onLine ? redirect.reload() : onRetry())}>
      <Trans>Try again</Trans>
    </button>
    <Link href={paths.signOut({ reason: 'signedout' })}>
      <Trans>Sign out</Trans>
    </Link>
  </div>
);

/**
 * Button of a small menu of links. Opens on click and arrow down, moves with the arrows, and closes on Escape, on a choice
 * and when the focus leaves. It is written here, because the menu of a library would add 40 kB to the first chunk.
 */
export const Menu = <Subject,>({ label, button, iconOnly, className, subject, panel }: MenuProps<Subject>) => {
  const [open, setOpen] = useState(false);
  const [Panel, loadPanel, missing] = useLazyComponent(panel);
  const panelId = useId();
  const holder = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const changeOpen = (wanted: boolean) => {
    loadPanel();
    setOpen(wanted);
  };
  /** Closes the panel and focuses the button again, because the focused item disappears. */
  const closeMenu = () => {
    setOpen(false);
    opener.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (!holder.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Escape' && open) closeMenu();
    else if (step && open) {
      event.preventDefault();
      const list = [...(holder.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
      list[step(list.indexOf(document.activeElement as HTMLElement), list.length)]?.focus();
    } else if (event.key === 'ArrowDown' && event.target === opener.current) {
      event.preventDefault();
      changeOpen(true);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and focus of the button and the items inside pass here
    <div
      ref={holder}
      className={styles.holder}
      onKeyDown={onKeyDown}
      onPointerEnter={loadPanel}
      onFocus={loadPanel}
      onBlur={(event) => {
        if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={iconOnly ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open && Panel ? panelId : undefined}
        onClick={() => changeOpen(!open)}
      >
        {button}
      </button>
      {open &&
        (Panel ? (
          <Panel id={panelId} label={label} subject={subject} onClose={closeMenu} />
        ) : missing ? (
          <PanelLoadError onRetry={loadPanel} />
        ) : (
          <div className={styles.box} aria-hidden="true">
            <span className={styles.rows} />
          </div>
        ))}
    </div>
  );
};

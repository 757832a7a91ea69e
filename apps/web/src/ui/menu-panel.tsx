import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './menu-panel.module.css';

interface MenuPanelProps {
  id: string;
  label: string;
  onClose: () => void;
  /** Content above the items: name and email. */
  heading?: ReactNode;
  /** Items, each a `<MenuLink>`. */
  children: ReactNode;
}

/** Panel of a menu. Moves the focus to the first item. */
export const MenuPanel = ({ id, label, onClose, heading, children }: MenuPanelProps) => {
  const items = useRef<HTMLDivElement>(null);
  // A disabled item keeps the menu open, so that the user can read its reason.
  const onChoice = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('[aria-disabled]')) onClose();
  };
  // Before the panel is painted, so that no key meets the panel without the focus.
  useLayoutEffect(() => items.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), []);
  return (
    <div className={styles.panel}>
      {heading && <div className={styles.heading}>{heading}</div>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div ref={items} id={id} role="menu" aria-label={label} tabIndex={-1} onClick={onChoice}>
        {children}
      </div>
    </div>
  );
};

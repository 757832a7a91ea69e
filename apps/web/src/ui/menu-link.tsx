import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './menu-panel.module.css';

interface MenuLinkProps {
  icon?: IconNode;
  /** Picture in place of the icon. */
  mark?: ReactNode;
  /** Path of the portal. */
  to?: string;
  /** Address from the configuration of the brand. */
  href?: string;
  /** Disables the item; id of the element with the reason. */
  refusedBy?: string | undefined;
  children: ReactNode;
}

/** Item of a menu. Arrow keys reach it, and Tab skips it. */
export const MenuLink = ({ icon, mark, to, href, refusedBy, children }: MenuLinkProps) => {
  const inside = (
    <>
      {mark ?? (icon && <Icon of={icon} />)}
      {children}
    </>
  );
  const shared = { className: styles.item, role: 'menuitem', tabIndex: -1 } as const;
  if (refusedBy) {
    return (
      // focusable with the arrow keys, but without a target
      <a {...shared} aria-disabled="true" aria-describedby={refusedBy}>
        {inside}
      </a>
    );
  }
  return to === undefined ? (
    <a href={href} {...shared}>
      {inside}
    </a>
  ) : (
    <Link href={to} {...shared}>
      {inside}
    </Link>
  );
};

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './menu-panel.module.css';

interface MenuLinkProps {
  icon: LucideIcon;
  /** A path of the portal. */
  to?: string;
  /** An address of the brand's configuration. */
  href?: string;
  /** Not to be used now; the id of the words that say why. */
  refusedBy?: string | undefined;
  children: ReactNode;
}

/** One item of a menu. Reached with the arrows, so it is no stop of the tab key. */
export const MenuLink = ({ icon, to, href, refusedBy, children }: MenuLinkProps) => {
  const inside = (
    <>
      <Icon of={icon} />
      {children}
    </>
  );
  const shared = { className: styles.item, role: 'menuitem', tabIndex: -1 } as const;
  if (refusedBy) {
    return (
      // reached with the arrows like the others, and leads nowhere
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

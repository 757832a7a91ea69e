import { ChevronLeft } from 'lucide';
import type { ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  crumb?: { to: string; label: ReactNode } | '' | false | undefined;
  actions?: ReactNode;
  className?: string | undefined;
  /** Lets the router focus the heading after a change of page. */
  titleRef?: Ref<HTMLHeadingElement>;
}

/** Head of a page: its only h1, a link to the parent page and at most one sentence. Does not move the focus. */
export const PageHeader = ({ title, description, crumb, actions, className, titleRef }: PageHeaderProps) => (
  <div className={className}>
    <div className={styles.header}>
      <div className="grow">
        {crumb && (
          <Link href={crumb.to} className={`touch ${styles.crumb}`}>
            <Icon of={ChevronLeft} size={16} />
            {crumb.label}
          </Link>
        )}
        <h1 className={styles.title} ref={titleRef} tabIndex={-1}>
          {title}
        </h1>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  </div>
);

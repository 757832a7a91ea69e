import type { ReactNode } from 'react';
import styles from './operator-site.module.css';
import { useTabTitle } from './tab-title.ts';

interface PageHeadProps {
  /** Title of the browser tab. */
  tab: string;
  title: ReactNode;
  about?: ReactNode;
  crumb?: ReactNode;
  actions?: ReactNode;
}

/** Line about the page, and its commands. */
export const PageHead = ({ tab, title, about, crumb, actions }: PageHeadProps) => {
  useTabTitle(tab);
  return (
    <div className={styles.head}>
      <div>
        {crumb}
        <h1>{title}</h1>
        {about && <p className="muted">{about}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </div>
  );
};

import type { ReactNode } from 'react';
import styles from './operator-site.module.css';

/** Numbers side by side, above the lists that they count. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={styles.figuresStrip}>{children}</dl>;

interface FigureProps {
  name: ReactNode;
  /** Worth an operator's look. */
  bad?: boolean;
  children: ReactNode;
}

export const Figure = ({ name, bad, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={bad ? styles.bad : undefined}>{children}</dd>
  </div>
);

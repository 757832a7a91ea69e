import type { ReactNode } from 'react';
import styles from './operator-site.module.css';

/** Counts side by side, above the lists they belong to. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={styles.figuresStrip}>{children}</dl>;

interface FigureProps {
  name: ReactNode;
  /** Highlights the count, because it needs attention. */
  bad?: boolean;
  children: ReactNode;
}

export const Figure = ({ name, bad, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={bad ? styles.bad : undefined}>{children}</dd>
  </div>
);

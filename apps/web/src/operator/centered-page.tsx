import type { ReactNode } from 'react';
import { BrandMark } from '../ui/brand-mark.tsx';
import styles from './frame.module.css';

interface CenteredPageProps {
  title: ReactNode;
  /** Line below the title. */
  about: ReactNode;
  children: ReactNode;
}

/** Page without the frame of the operator site: the mark of the vendor, a title, and a form below. */
export const CenteredPage = ({ title, about, children }: CenteredPageProps) => (
  <main className={styles.centered}>
    <div className={styles.centeredHead}>
      <span className={`mark large ${styles.mark}`} aria-hidden="true">
        <BrandMark />
      </span>
      <h1>{title}</h1>
      {about}
    </div>
    {children}
  </main>
);

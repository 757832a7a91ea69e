import type { ReactNode } from 'react';
import { usePhone } from '../../ui/use-phone.ts';
import styles from '../operator-site.module.css';

interface FoldedOnPhoneProps {
  title: ReactNode;
  children: ReactNode;
}

/** Section that is one line until it is opened, on a phone. A wider window shows it with its heading. */
export const FoldedOnPhone = ({ title, children }: FoldedOnPhoneProps) =>
  usePhone() ? (
    <details className={styles.foldedSection}>
      <summary>{title}</summary>
      {children}
    </details>
  ) : (
    children
  );

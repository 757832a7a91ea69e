import type { ReactNode } from 'react';
import styles from './answers.module.css';
import { Card } from './card.tsx';

/** Card of questions whose answers open on demand. */
export const Answers = ({ children }: { children: ReactNode }) => <Card className={styles.answers}>{children}</Card>;

/** Question with its answer, closed at first. */
export const Answer = ({ question, children }: { question: ReactNode; children: ReactNode }) => (
  <details>
    <summary>{question}</summary>
    {children}
  </details>
);

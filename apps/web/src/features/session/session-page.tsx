import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import styles from './session.module.css';

interface SessionPageProps {
  title: ReactNode;
  children: ReactNode;
}

/** Frame of the pages that begin or end a session: one card with its heading, without the frame of the portal. */
export const SessionPage = ({ title, children }: SessionPageProps) => (
  <main className={styles.page}>
    <Card className={styles.card}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </Card>
  </main>
);

/** Such a page while its data loads. Screen readers read its heading. */
export const WaitingSessionPage = ({ title }: Pick<SessionPageProps, 'title'>) => (
  <main>
    <h1 className="sr">{title}</h1>
  </main>
);

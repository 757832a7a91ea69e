import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { config } from '../lib/config.ts';
import { reviewQuery } from '../lib/queries/review.ts';
import { DateText } from './date.tsx';
import styles from './export-review.module.css';

/**
 * The day by whose end an export review is answered, as a line of its own that has its place before the day is known: it
 * moves nothing. Without an answer the sentence before it, which tells how long it takes, is enough.
 */
export const ReviewDeadline = () => {
  const answerBy = useQuery(reviewQuery).data?.answerBy;
  return (
    <span className={styles.line}>
      {answerBy && (
        <Trans>
          We answer by <DateText instant={answerBy} />.
        </Trans>
      )}
    </span>
  );
};

/** E-mail address for questions about an export review: the vendor's export-control contact, else support. */
export const exportContact = (): string | null => config.contacts.exportControlEmail ?? config.contacts.supportEmail;

/** Mail link to that contact (SU-08, EX-01). Shows nothing where the vendor names no contact. */
export const ExportContactLink = ({ children }: { children: ReactNode }) => {
  const email = exportContact();
  return (
    email && (
      <a className="link" href={`mailto:${email}`}>
        {children}
      </a>
    )
  );
};

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { config } from '../../lib/config.ts';
import { currentTime } from '../../lib/current-time.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DateText } from '../../ui/date.tsx';
import { accountQuery } from '../account/account.ts';
import styles from './export-review.module.css';
import { reviewQuery } from './review.ts';

/**
 * Shows the day by which an export review is answered, or that this day is over. Reserves its line while the day loads, so
 * that nothing moves. Without an answer it shows nothing, because the sentence before it says how long a review takes.
 */
export const ReviewDeadline = () => {
  const answerBy = useQuery(reviewQuery).data?.answerBy;
  const now = currentTime(useQuery(accountQuery).data);
  return (
    <span className={styles.line}>
      {!answerBy ? null : now.slice(0, 10) > answerBy ? (
        <Trans>Our answer is late. We'll email it to you.</Trans>
      ) : (
        <Trans>
          We'll answer by <DateText instant={answerBy} />.
        </Trans>
      )}
    </span>
  );
};

/** Email address for questions about an export review: the vendor's export-control contact, else support. */
export const exportContact = (): string | null => config.contacts.exportControlEmail ?? config.contacts.supportEmail;

/** Mail link to that contact (SU-08, EX-01). Renders nothing if the vendor has none. */
export const ExportContactLink = () => {
  const email = exportContact();
  return (
    email && (
      <a className="link" href={`mailto:${email}`}>
        <Trans>Contact support</Trans>
      </a>
    )
  );
};

/** The same link as a button of a notice. */
export const ExportContactButton = () => {
  const email = exportContact();
  return (
    email && (
      <LinkButton size="sm" href={`mailto:${email}`}>
        <Trans>Contact support</Trans>
      </LinkButton>
    )
  );
};

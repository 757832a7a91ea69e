import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { reviewQuery } from '../lib/queries/review.ts';
import styles from './answer-by.module.css';
import { DateText } from './date.tsx';

/**
 * The day by whose end an export review is answered, as a line of its own that has its place before the day is known: it
 * moves nothing. Without an answer the sentence before it, which tells how long it takes, is enough.
 */
export const AnswerBy = () => {
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

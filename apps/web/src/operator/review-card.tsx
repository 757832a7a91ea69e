import type { Review } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide';
import { useState } from 'react';
import { DateText } from '../ui/date.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { ActionForm } from './action-form.tsx';
import { callOperatorApi } from './call.ts';
import { labelFor, UtcDateTime } from './format.tsx';
import { CommandButton } from './operator.tsx';
import styles from './operator-site.module.css';
import { reviewReasonLabels } from './record-labels.ts';
import { operatorPaths } from './routes.ts';
import { heldLabels } from './state-labels.ts';

type Answer = 'clear' | 'deny';

interface ReviewCardProps {
  review: Review;
  /** Shows the account with a link to its page. Set in the list of reviews. */
  withName?: boolean;
}

/** Card of a pending export review with its two decisions (EX-01). */
export const ReviewCard = ({ review, withName = false }: ReviewCardProps) => {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { id, name, email, accountId, reason, openedAt, answerBy, held } = review;
  const who = name.trim() || email || accountId;
  const sendDecision = async (kind: Answer, because: string, idempotencyKey: string) => {
    const input = { params: { id }, body: { reason: because } };
    await callOperatorApi(`POST /api/operator/reviews/:id/${kind}`, input, { idempotencyKey });
    return kind === 'clear' ? t`The review of ${who} is cleared.` : t`The review of ${who} is denied.`;
  };
  return (
    <div className={styles.review}>
      <Notice
        tone="warn"
        icon={ShieldAlert}
        title={
          withName ? (
            <Link className="link" href={operatorPaths.customer(accountId)}>
              {who}
            </Link>
          ) : (
            <Trans>Export review waits for an answer</Trans>
          )
        }
        actions={
          <>
            <CommandButton size="sm" call="POST /api/operator/reviews/:id/deny" onClick={() => setAnswer('deny')}>
              <Trans>Deny</Trans>
            </CommandButton>
            <CommandButton
              size="sm"
              variant="primary"
              call="POST /api/operator/reviews/:id/clear"
              onClick={() => setAnswer('clear')}
            >
              <Trans>Clear review</Trans>
            </CommandButton>
          </>
        }
      >
        <p>
          <Trans>
            Opened <UtcDateTime instant={openedAt} />: {labelFor(reviewReasonLabels, reason)}.
          </Trans>{' '}
          {answerBy && (
            <b>
              <Trans>
                An answer is promised by <DateText instant={answerBy} />.
              </Trans>
            </b>
          )}
        </p>
        {held.length > 0 && (
          <ul>
            {held.map(({ kind, name: thing, heldAt }) => (
              <li key={`${kind} ${thing}`}>
                <Trans>
                  Held: {labelFor(heldLabels, kind)} {thing}, since <UtcDateTime instant={heldAt} />
                </Trans>
              </li>
            ))}
          </ul>
        )}
      </Notice>
      {answer === 'clear' && (
        <ActionForm
          title={t`Clear the review of ${who}`}
          consequence={<Trans>What was held is carried out, downloads open, and the customer is told by email.</Trans>}
          verb={<Trans>Clear</Trans>}
          busyVerb={<Trans>Clearing…</Trans>}
          act={(because, key) => sendDecision('clear', because, key)}
          onClose={() => setAnswer(null)}
        />
      )}
      {answer === 'deny' && (
        <ActionForm
          title={t`Deny the review of ${who}`}
          consequence={<Trans>What was held is given back unused, and the customer is told by email.</Trans>}
          verb={<Trans>Deny</Trans>}
          busyVerb={<Trans>Denying…</Trans>}
          danger
          act={(because, key) => sendDecision('deny', because, key)}
          onClose={() => setAnswer(null)}
        />
      )}
    </div>
  );
};

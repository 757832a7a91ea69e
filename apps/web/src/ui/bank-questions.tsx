import { Suspense, useState } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import { type PendingChallenge, pendingChallengesOfPage } from '../lib/pending-challenges.ts';
import type { Confirmed, LeftOpen } from '../lib/use-bank-challenge.ts';
import styles from './bank-questions.module.css';

// hardly anybody leaves one open
const BankQuestion = lazyNamed(() => import('./bank-question.tsx').then((file) => file.BankQuestion));

interface BankQuestionsProps {
  open: readonly LeftOpen[];
  /** With the space below that a stack would give. */
  alone?: boolean;
  onConfirmed?: ((confirmed: Confirmed) => void) | undefined;
}

/** Of one that is in no list no more is known. */
const unlisted = ({ attemptId, isCard, receiptId }: PendingChallenge): LeftOpen => ({
  attemptId,
  kind: isCard ? 'card' : 'receipt',
  product: null,
  subscriptionId: null,
  receiptId,
  description: null,
  amountCents: 0,
});

/**
 * The questions of banks that an earlier page left open, each with its two ways out. Not beside a challenge that this page
 * has just begun itself: it is one of them by then. What came of each stays when the account no longer lists it; one that
 * stood here before a reload and ran out is said to have.
 */
export const BankQuestions = ({ open, alone = false, onConfirmed }: BankQuestionsProps) => {
  const [kept, keep] = useState(open);
  const isIn = (all: readonly LeftOpen[], one: LeftOpen) => all.some(({ attemptId }) => attemptId === one.attemptId);
  const isKept = (one: LeftOpen) => isIn(kept, one);
  if (!open.every(isKept)) keep([...kept, ...open.filter((one) => !isKept(one))]);
  const [before] = useState(pendingChallengesOfPage);
  const lost = before.map(unlisted).filter((one) => !isKept(one));
  return [...lost, ...kept].map((one) => (
    // listed after all it is another one: by then it is known what it is about
    <div key={`${one.attemptId} ${isKept(one)}`} className={alone ? styles.alone : undefined}>
      <Suspense>
        <BankQuestion
          open={one}
          isListed={isKept(one)}
          isOver={isKept(one) && !isIn(open, one)}
          onConfirmed={onConfirmed}
        />
      </Suspense>
    </div>
  ));
};

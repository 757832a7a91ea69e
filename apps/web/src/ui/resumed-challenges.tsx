import { Suspense, useState } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import { type PendingChallenge, pendingChallengesOfPage } from '../lib/pending-challenges.ts';
import type { Confirmed, ResumableChallenge } from '../lib/use-bank-challenge.ts';
import styles from './resumed-challenges.module.css';

// hardly anybody leaves one open
const ResumedChallenge = lazyNamed(() => import('./resumed-challenge.tsx').then((file) => file.ResumedChallenge));

interface ResumedChallengesProps {
  open: readonly ResumableChallenge[];
  /** With the space below that a stack would give. */
  alone?: boolean;
  onConfirmed?: ((confirmed: Confirmed) => void) | undefined;
}

/** Of one that is in no list no more is known. */
const toResumable = ({ attemptId, isCard, receiptId }: PendingChallenge): ResumableChallenge => ({
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
export const ResumedChallenges = ({ open, alone = false, onConfirmed }: ResumedChallengesProps) => {
  const [shown, setShown] = useState(open);
  const isIn = (all: readonly ResumableChallenge[], one: ResumableChallenge) =>
    all.some(({ attemptId }) => attemptId === one.attemptId);
  const isShown = (one: ResumableChallenge) => isIn(shown, one);
  if (!open.every(isShown)) setShown([...shown, ...open.filter((one) => !isShown(one))]);
  const [before] = useState(pendingChallengesOfPage);
  const notShown = before.map(toResumable).filter((one) => !isShown(one));
  return [...notShown, ...shown].map((one) => (
    // listed after all it is another one: by then it is known what it is about
    <div key={`${one.attemptId} ${isShown(one)}`} className={alone ? styles.alone : undefined}>
      <Suspense>
        <ResumedChallenge
          open={one}
          isListed={isShown(one)}
          isOver={isShown(one) && !isIn(open, one)}
          onConfirmed={onConfirmed}
        />
      </Suspense>
    </div>
  ));
};

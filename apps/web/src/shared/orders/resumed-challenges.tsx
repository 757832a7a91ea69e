import { Suspense, useState } from 'react';
import { lazyNamed } from '../../lib/lazy-named.ts';
import place from '../../ui/notice-place.module.css';
import { type PendingChallenge, pendingChallengesOfPage } from '../payments/pending-challenges.ts';
import type { Confirmed, ResumableChallenge } from '../payments/use-bank-challenge.ts';

// on demand, because few customers leave a challenge open
const ResumedChallenge = lazyNamed(() => import('./resumed-challenge.tsx').then((file) => file.ResumedChallenge));

interface ResumedChallengesProps {
  open: readonly ResumableChallenge[];
  /** Adds the space below that a stack would add. */
  alone?: boolean;
  /** The page has the order with its button. */
  isOrderShown?: boolean;
  onConfirmed?: ((confirmed: Confirmed) => void) | undefined;
}

/** Challenge as the page shows it when the account does not list it: only its kind is known. */
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
 * Challenges that an earlier page left open, each with its two actions. A challenge that this page begins is not listed
 * a second time. The outcome of each stays visible after the account stops listing it, also for one that expired during
 * a reload.
 */
export const ResumedChallenges = ({
  open,
  alone = false,
  isOrderShown = false,
  onConfirmed,
}: ResumedChallengesProps) => {
  const [shown, setShown] = useState(open);
  const isIn = (all: readonly ResumableChallenge[], one: ResumableChallenge) =>
    all.some(({ attemptId }) => attemptId === one.attemptId);
  const isShown = (one: ResumableChallenge) => isIn(shown, one);
  if (!open.every(isShown)) setShown([...shown, ...open.filter((one) => !isShown(one))]);
  const [before] = useState(pendingChallengesOfPage);
  const notShown = before.map(toResumable).filter((one) => !isShown(one));
  return [...notShown, ...shown].map((one) => (
    // Listed after all: it has another key, because its subject is known now.
    <div key={`${one.attemptId} ${isShown(one)}`} className={alone ? place.place : undefined}>
      <Suspense>
        <ResumedChallenge
          open={one}
          isListed={isShown(one)}
          isOver={isShown(one) && !isIn(open, one)}
          isOrderShown={isOrderShown}
          onConfirmed={onConfirmed}
        />
      </Suspense>
    </div>
  ));
};

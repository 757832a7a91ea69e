import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { currentPlace, usePath } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { broadcastBillingChange, broadcastPurchase } from '../../lib/tab-broadcast.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { cardNotSaved } from '../failures/effect-words.tsx';
import { notCharged, purchaseWords } from '../failures/purchase-words.tsx';
import { ChallengeNotice } from '../payments/challenge-notice.tsx';
import { orderPlaceOf } from '../payments/pending-challenges.ts';
import {
  type CheckTrigger,
  type Confirmed,
  type ResumableChallenge,
  useBankChallenge,
} from '../payments/use-bank-challenge.ts';
import { invalidateAfterPurchase, refreshAfterPurchase } from './after-purchase.ts';
import { clearOrderForAttempt } from './order-key.ts';

/** `given-up`: the customer cancelled here. `ran-out`: the challenge expired. `over`: it ended elsewhere. */
type Outcome =
  | { readonly kind: 'confirmed' | 'given-up' | 'ran-out' | 'over' }
  | { readonly kind: 'refused'; readonly message: string };

const outcomeOf = (error: unknown): Outcome => {
  if (error === undefined) return { kind: 'given-up' };
  const { type, code, message } = error instanceof CallError ? error : { type: '', code: null, message: '' };
  if (type === 'StripeCardError') return { kind: 'refused', message };
  return { kind: code === 'ran_out' ? 'ran-out' : 'over' };
};

const titleOf = (outcome: Outcome, { kind, amountCents }: ResumableChallenge): ReactNode => {
  switch (outcome.kind) {
    case 'refused':
      return outcome.message;
    case 'given-up':
      return <Trans>You canceled it</Trans>;
    case 'ran-out':
      return purchaseWords.RAN_OUT.title;
    case 'over':
      return purchaseWords.EXPIRED.title;
    case 'confirmed':
      return kind === 'card' ? (
        <Trans>Your card is saved</Trans>
      ) : (
        <Trans>
          You paid <Money cents={amountCents} />
        </Trans>
      );
  }
};

interface OrderLinksProps {
  /** Path of the order. */
  to: string;
  /** The order is on this page, with its button. */
  isOrderShown: boolean;
}

/** Ways on after an order was declined: another card, with the way back to the order, and the order. */
const OrderLinks = ({ to, isOrderShown }: OrderLinksProps) => {
  const path = usePath();
  const isHere = isOrderShown || to === path;
  return (
    <>
      <LinkButton size="sm" to={paths.paymentMethod({ returnPath: isHere ? currentPlace() : to })}>
        <Trans>Change card</Trans>
      </LinkButton>
      {!isHere && (
        <LinkButton size="sm" to={to}>
          <Trans>Try again</Trans>
        </LinkButton>
      )}
    </>
  );
};

interface ResultProps {
  outcome: Outcome;
  open: ResumableChallenge;
  /** Path of the order that the bank asked about; null for a receipt or a card. */
  orderPath: string | null;
  isOrderShown: boolean;
  /** The customer has just clicked a button that is gone, or returned to the tab. */
  takesFocus: boolean;
}

/**
 * Outcome, shown in place of the challenge. Takes the focus only after a click or a return to the tab, because an
 * automatic check must not interrupt the customer.
 */
const Result = ({ outcome, open, orderPath, isOrderShown, takesFocus }: ResultProps) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  // where no card can be charged
  const isCardPage = usePath() === paths.paymentMethod();
  const tone = outcome.kind === 'confirmed' ? 'ok' : outcome.kind === 'refused' ? 'bad' : 'info';
  return (
    <Notice
      ref={ref}
      alert
      tone={tone}
      titleAs="p"
      title={titleOf(outcome, open)}
      actions={
        orderPath && outcome.kind === 'refused' ? (
          <OrderLinks to={orderPath} isOrderShown={isOrderShown} />
        ) : (
          isCardPage &&
          outcome.kind === 'ran-out' &&
          open.kind === 'receipt' && (
            <LinkButton size="sm" to={open.receiptId ? paths.receipt(open.receiptId) : paths.payments()}>
              <Trans>Pay it</Trans>
            </LinkButton>
          )
        )
      }
    >
      {(outcome.kind !== 'confirmed' || open.kind !== 'card') && (
        <p>
          {outcome.kind === 'confirmed' ? (
            <Trans>We emailed you the receipt.</Trans>
          ) : outcome.kind === 'over' ? (
            // a newer attempt may have been paid
            purchaseWords.EXPIRED.effect
          ) : open.kind === 'card' ? (
            cardNotSaved
          ) : (
            notCharged
          )}
          {outcome.kind === 'ran-out' && <> {purchaseWords.RAN_OUT.next}</>}
        </p>
      )}
    </Notice>
  );
};

/**
 * Returns the path of the order: in the tab that sent it with all choices, also when the account does not list it any more,
 * elsewhere the page of its product.
 */
const orderPathOf = ({ kind, attemptId, product, subscriptionId }: ResumableChallenge): string | null => {
  const place = orderPlaceOf(attemptId);
  if (place !== undefined || (kind !== 'order' && kind !== 'purchase') || product === null) return place ?? null;
  return paths.subscription(product, { subId: subscriptionId ?? undefined });
};

interface ResumedChallengeProps {
  open: ResumableChallenge;
  /**
   * False for a challenge that the account does not list and that was only shown before the reload. Then it is
   * shown only if it is still open or failed.
   */
  isListed: boolean;
  /** The account no longer lists the challenge: it was answered or canceled, here or in another tab. */
  isOver: boolean;
  /** The page has the order with its button, so that a declined order needs no link to it. */
  isOrderShown: boolean;
  /**
   * Called instead of showing the success, when the page has a better result to show. Not called for an open receipt,
   * and not when the challenge ended elsewhere, because that page may be in use for something else.
   */
  onConfirmed?: ((confirmed: Confirmed) => void) | undefined;
}

/**
 * Challenge that an earlier page left open: repeats it or gives it up, then shows the result. That it ended elsewhere
 * is shown only after the customer acted, because a newer try may have ended it and be paid.
 */
export const ResumedChallenge = ({ open, isListed, isOver, isOrderShown, onConfirmed }: ResumedChallengeProps) => {
  const client = useQueryClient();
  const { challenge, resume, onChallengeEndedElsewhere, checkTrigger } = useBankChallenge();
  // read before the end, which removes it
  const [orderPath] = useState(() => orderPathOf(open));
  const [ended, setEnded] = useState<{ readonly outcome: Outcome; readonly by: CheckTrigger } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per challenge; the functions that change with each render do the same
  useEffect(() => {
    let hasLeft = false;
    const setOutcome = (outcome: Outcome) => setEnded({ outcome, by: checkTrigger() });
    const onFailed = (error: unknown) => {
      clearOrderForAttempt(client, open.attemptId);
      invalidateAfterPurchase(client);
      setOutcome(outcomeOf(error));
    };
    resume(open).then(async (confirmed) => {
      clearOrderForAttempt(client, open.attemptId);
      const endedElsewhere = checkTrigger() === 'elsewhere';
      // the tab that reported the end has informed the others as well
      if (!endedElsewhere) (['order', 'purchase'].includes(open.kind) ? broadcastPurchase : broadcastBillingChange)();
      // a purchase may bring claims
      if (open.kind === 'order') await refreshAfterPurchase(client);
      else invalidateAfterPurchase(client);
      if (endedElsewhere || !onConfirmed || open.kind === 'receipt') setOutcome({ kind: 'confirmed' });
      else if (!hasLeft) onConfirmed(confirmed);
    }, onFailed);
    return () => {
      hasLeft = true;
    };
  }, [resume, open.attemptId]);

  const isEndHandled = useRef(false);
  const checking = challenge?.checking;
  // One check that began after the message is enough. A check that was running may have asked too early.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onChallengeEndedElsewhere` changes with each render, and a change of `checking` means that a check has ended
  useEffect(() => {
    if (isOver && !isEndHandled.current) isEndHandled.current = onChallengeEndedElsewhere();
  }, [isOver, checking]);

  const kind = ended?.outcome.kind;
  // A newer attempt may have ended it and been paid. Only the page of that attempt shows this.
  if (!isListed && (ended ? kind === 'confirmed' || kind === 'over' : !challenge?.isKnown)) return null;
  if (kind === 'over' && ended?.by !== 'button') return null;
  if (ended) {
    const takesFocus = ended.by === 'button' || ended.by === 'tab-return';
    return <Result {...ended} {...{ open, orderPath, isOrderShown, takesFocus }} />;
  }
  return (
    challenge && (
      <ChallengeNotice
        challenge={challenge}
        about={
          open.description !== null && (
            <>
              {open.description}: <Money cents={open.amountCents} />
            </>
          )
        }
      />
    )
  );
};

import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '../lib/call-error.ts';
import { usePath } from '../lib/hash-location.ts';
import { closeAsked } from '../lib/order-key.ts';
import { paths } from '../lib/paths.ts';
import { afterBuying, askAgain } from '../lib/queries/after-buying.ts';
import { tellChanged, tellOtherTabs } from '../lib/tell-tabs.ts';
import { type Confirmed, type LeftOpen, useBankChallenge } from '../lib/use-bank-challenge.ts';
import { BankNotice } from './bank-notice.tsx';
import { LinkButton } from './button.tsx';
import { Money } from './money.tsx';
import { Notice } from './notice.tsx';

/** `given-up`: by the customer, here. `ran-out`: nobody answered in time. `over`: it was ended elsewhere. */
type Outcome =
  | { readonly kind: 'confirmed' | 'given-up' | 'ran-out' | 'over' }
  | { readonly kind: 'refused'; readonly message: string };

const outcomeOf = (error: unknown): Outcome => {
  if (error === undefined) return { kind: 'given-up' };
  const { type, code, message } = error instanceof CallError ? error : { type: '', code: null, message: '' };
  if (type === 'StripeCardError') return { kind: 'refused', message };
  return { kind: code === 'ran_out' ? 'ran-out' : 'over' };
};

const titleOf = (outcome: Outcome, { kind, amountCents }: LeftOpen): ReactNode => {
  switch (outcome.kind) {
    case 'refused':
      return outcome.message;
    case 'given-up':
      return <Trans>You canceled it</Trans>;
    case 'ran-out':
      return <Trans>The time to confirm with your bank is over</Trans>;
    case 'over':
      return <Trans>There is nothing left to confirm</Trans>;
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

/** What came of it, where the question stood. Takes the focus, because the button that was pressed is gone. */
const Result = ({ outcome, open }: { outcome: Outcome; open: LeftOpen }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  // where no button pays with the card on file
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
        isCardPage &&
        outcome.kind === 'ran-out' &&
        open.kind === 'receipt' && (
          <LinkButton size="sm" to={open.receiptId ? paths.receipt(open.receiptId) : paths.payments()}>
            <Trans>Pay it</Trans>
          </LinkButton>
        )
      }
    >
      {(outcome.kind !== 'confirmed' || open.kind !== 'card') && (
        <p>
          {outcome.kind === 'confirmed' ? (
            <Trans>We emailed you the receipt.</Trans>
          ) : open.kind === 'card' ? (
            <Trans>Your card wasn't saved.</Trans>
          ) : (
            <Trans>Nothing was charged.</Trans>
          )}
          {outcome.kind === 'ran-out' && (
            <>
              {' '}
              <Trans>Try again to get a new question from your bank.</Trans>
            </>
          )}
        </p>
      )}
    </Notice>
  );
};

interface BankQuestionProps {
  open: LeftOpen;
  /** Or it is only known that it stood here before: then nothing is shown but how it ended, unless well or by a newer try, or that it did not. */
  isListed: boolean;
  /** The account had it in its list and has it no more: answered or given up, here or in another tab. */
  isOver: boolean;
  /** Where the page has something better to do than to say so; of an open bill that was paid there never is. */
  onConfirmed?: ((confirmed: Confirmed) => void) | undefined;
}

/** One question of a bank that an earlier page left open (api.md §0.3): asked again, or given up; then what came of it. */
export const BankQuestion = ({ open, isListed, isOver, onConfirmed }: BankQuestionProps) => {
  const client = useQueryClient();
  const { challenge, resume } = useBankChallenge();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once; what else comes anew with each render changes nothing
  useEffect(() => {
    let left = false;
    const ended = (error: unknown) => {
      closeAsked(client, open.attemptId);
      askAgain(client);
      setOutcome(outcomeOf(error));
    };
    resume(open).then(async (confirmed) => {
      closeAsked(client, open.attemptId);
      if (['order', 'purchase'].includes(open.kind)) tellOtherTabs();
      else tellChanged();
      // what was bought may have brought claims
      if (open.kind === 'order') await afterBuying(client);
      else askAgain(client);
      if (!onConfirmed || open.kind === 'receipt') setOutcome({ kind: 'confirmed' });
      else if (!left) onConfirmed(confirmed);
    }, ended);
    return () => {
      left = true;
    };
  }, [resume, open.attemptId]);

  const check = challenge?.check;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render has another `check`, and one look is enough
  useEffect(() => {
    if (isOver) check?.();
  }, [isOver]);

  // a newer try may have ended it, and was paid perhaps: only that page knows
  if (!isListed && (outcome ? ['confirmed', 'over'].includes(outcome.kind) : !challenge?.isKnown)) return null;
  if (outcome) return <Result outcome={outcome} open={open} />;
  return (
    challenge && (
      <BankNotice
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

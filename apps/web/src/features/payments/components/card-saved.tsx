import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { PaidLines, ResultCard, ResultHeading } from '../../../shared/orders/result-card.tsx';
import { ResumedChallenges } from '../../../shared/orders/resumed-challenges.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import place from '../../../ui/notice-place.module.css';
import { dueCents, openReceipts, processingCents } from '../model/open-receipts.ts';
import { ActiveAgain } from './active-again.tsx';
import type { SavedCardResult } from './use-save-card.ts';

const Title = ({ receipts: tried }: SavedCardResult) => {
  if (tried === null) return <Trans>Your card is saved</Trans>;
  const openCents = dueCents(openReceipts(tried));
  const paidCents = dueCents(tried.filter(({ isPaid }) => isPaid));
  if (openCents === 0)
    return paidCents > 0 ? (
      <Trans>
        Your card is saved and you paid <Money cents={paidCents} />
      </Trans>
    ) : (
      <Trans>Your card is saved</Trans>
    );
  return paidCents > 0 ? (
    <Trans>
      Your card is saved and you paid <Money cents={paidCents} />, but <Money cents={openCents} /> is still open
    </Trans>
  ) : (
    <Trans>
      Your card is saved, but <Money cents={openCents} /> is still open
    </Trans>
  );
};

/** Text below the title. Null when the outcome of a challenge below says the same. */
const detailsText = (
  { receipts: tried, challenges }: SavedCardResult,
  isAsked: boolean,
  paused: readonly string[],
): ReactNode => {
  if (tried === null) return <Trans>Payments shows what became of your open payments.</Trans>;
  const refused = openReceipts(tried)[0];
  if (refused) return refused.failureMessage;
  if (isAsked) return <Trans>Before what is open is paid with it, your bank asks you to confirm.</Trans>;
  if (challenges.length > 0) return null;
  const underWayCents = processingCents(tried, []);
  if (underWayCents > 0)
    return (
      <Trans>
        <Money cents={underWayCents} /> is still processing. We'll email you the result.
      </Trans>
    );
  return <ActiveAgain plans={paused} />;
};

/** Leaves out the receipts that the bank asks about: the notice of the challenge shows what becomes of them. */
const withoutAsked = ({ receipts, challenges }: SavedCardResult): SavedCardResult => ({
  receipts: receipts?.filter(({ id }) => challenges.every(({ receiptId }) => receiptId !== id)) ?? null,
  challenges,
});

/** Path of the only paid receipt, or of the list. */
const paidReceiptsPath = (receipts: NonNullable<SavedCardResult['receipts']>): string => {
  const [first, ...others] = receipts;
  return first?.id && others.length === 0 ? paths.receipt(first.id) : paths.payments({ active: 'receipts' });
};

/** Whether the customer came only to pay. A plan's page with a query has a choice to return to. */
const isJourneyOver = (returnPath: string): boolean =>
  returnPath === paths.home || returnPath === paths.payments() || /^\/subscriptions\/[^?]*$/.test(returnPath);

/** Amount that a new card paid; 0 while anything is open, processing, or asked about. */
export const settledCents = ({ receipts, challenges }: SavedCardResult): number =>
  challenges.length === 0 && receipts?.every(({ isPaid }) => isPaid) ? dueCents(receipts) : 0;

type SettledProps = Pick<CardSavedProps, 'paused' | 'returnPath' | 'onContinue'> & {
  receipts: NonNullable<SavedCardResult['receipts']>;
};

/** Result when the new card paid everything, below a title with the amount. */
const Settled = ({ receipts, paused, returnPath, onContinue }: SettledProps) => {
  const [first] = receipts;
  return (
    <ResultCard
      actions={
        <>
          <LinkButton to={paidReceiptsPath(receipts)}>
            {receipts.length === 1 ? <Trans>View receipt</Trans> : <Trans>View receipts</Trans>}
          </LinkButton>
          {isJourneyOver(returnPath) ? (
            <LinkButton variant="primary" to={paths.home}>
              <Trans>Back to Home</Trans>
            </LinkButton>
          ) : (
            <Button variant="primary" onClick={onContinue}>
              <Trans>Continue</Trans>
            </Button>
          )}
        </>
      }
    >
      <ResultHeading>
        <Trans>Your card is saved</Trans>
      </ResultHeading>
      <p>
        <ActiveAgain plans={paused} />
      </p>
      <PaidLines
        items={receipts.map(({ description, amountDueCents }) => ({ description, cents: amountDueCents }))}
        {...(first?.cardLast4 && { card: { brand: first.cardBrand, last4: first.cardLast4 } })}
        cents={dueCents(receipts)}
      />
    </ResultCard>
  );
};

interface CardSavedProps {
  tried: SavedCardResult;
  /** Plans that were paused before the card was saved. */
  paused: readonly string[];
  /** Page from which the customer came to the card form. */
  returnPath: string;
  onContinue: () => void;
}

/**
 * Shows which open receipts a new card paid, which it did not, and what its bank asks before it pays (PM-09). A result
 * about money stays on the page until the customer leaves it. A notice takes the focus; above a result the title does.
 */
export const CardSaved = ({ tried, paused, returnPath, onContinue }: CardSavedProps) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const { data: account } = useQuery(accountQuery);
  // Challenges that the account still lists. The others have ended, and their outcome is looked up.
  const questions = account
    ? tried.challenges.filter((one) => account.openChallenges.some(({ attemptId }) => attemptId === one.attemptId))
    : tried.challenges;
  const result = withoutAsked(tried);
  const isAsked = questions.length > 0;
  const details = detailsText(result, isAsked, paused);
  const settled = tried.challenges.length === 0 && (tried.receipts?.every(({ isPaid }) => isPaid) ?? false);
  if (settledCents(tried) > 0 && tried.receipts)
    return (
      <>
        <Settled receipts={tried.receipts} paused={paused} returnPath={returnPath} onContinue={onContinue} />
        <ResumedChallenges open={questions} />
      </>
    );
  const isGood =
    settled || (result.receipts !== null && tried.challenges.length > 0 && !openReceipts(result.receipts)[0]);
  return (
    <>
      <div className={place.place}>
        <Notice
          ref={ref}
          alert
          tone={isGood ? 'ok' : 'warn'}
          titleAs="p"
          title={<Title {...result} />}
          actions={
            <>
              {settled ? (
                <LinkButton size="sm" to={paidReceiptsPath(tried.receipts ?? [])}>
                  <Trans>View receipt</Trans>
                </LinkButton>
              ) : (
                <LinkButton size="sm" to={paths.payments()}>
                  <Trans>See payments</Trans>
                </LinkButton>
              )}
              {settled && isJourneyOver(returnPath) ? (
                <LinkButton size="sm" variant="primary" to={paths.home}>
                  <Trans>Back to Home</Trans>
                </LinkButton>
              ) : (
                <Button size="sm" variant={isAsked ? 'outline' : 'primary'} onClick={onContinue}>
                  <Trans>Continue</Trans>
                </Button>
              )}
            </>
          }
        >
          {details && <p>{details}</p>}
        </Notice>
      </div>
      <ResumedChallenges open={questions} />
    </>
  );
};

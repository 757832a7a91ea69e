import type { OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import type { PaymentMethod, Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { isPaused } from '../../../lib/is-paused.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { paths } from '../../../lib/paths.ts';
import { cardLabel } from '../../../shared/payments/card-brand.tsx';
import { DeclineReason } from '../../../shared/payments/decline-reason.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import place from '../../../ui/notice-place.module.css';
import { sumPayments } from '../model/open-receipts.ts';
import { NoCardsAbroad } from './no-cards-abroad.tsx';

// on demand, because debts of ended plans are rare
const EndedPlan = lazyNamed(() => import('./ended-plan.tsx').then((file) => file.EndedPlan));

export interface OverdueNoticeProps {
  receipt: Receipt;
  /** Card on file. */
  card: PaymentMethod | null;
  /** Amount that a new card is charged at once: this receipt and all other open ones. */
  openCents: number;
  canAddPaymentMethod: boolean;
  /** Button that pays the receipt now with credit or the card; omitted if neither can pay. */
  pay?: { payments: readonly OpenPayment[]; paying: boolean; onPress: () => void };
  /** The card was declined. */
  declined: boolean;
  /** Plans of these debts that have ended. */
  endedPlans: readonly NonNullable<OpenPayment['endedPlan']>[];
  /** Paragraphs about the plans that are paused or will be. */
  outcomes?: ReactNode;
  /** The page also shows an open bank challenge. Its button is the primary one then. */
  isAsked?: boolean;
}

type Pay = NonNullable<OverdueNoticeProps['pay']>;

/** Whether account credit pays all of it. */
const isCovered = ({ payments }: Pick<Pay, 'payments'>): boolean => sumPayments(payments).amountDueCents === 0;

/** Button that pays open receipts, with the amount charged to the card. */
const PayButton = ({ payments, paying, onPress, variant }: Pay & { variant: 'primary' | 'outline' }) => {
  const { amountDueCents } = sumPayments(payments);
  const count = payments.length;
  return (
    <Button size="sm" variant={variant} onClick={onPress} busy={paying} busyLabel={<Trans>Paying…</Trans>}>
      {amountDueCents === 0 ? (
        <Trans>Use account credit</Trans>
      ) : count > 1 ? (
        <Trans>
          Pay {count} payments <Money cents={amountDueCents} />
        </Trans>
      ) : (
        <Trans>
          Pay <Money cents={amountDueCents} />
        </Trans>
      )}
    </Button>
  );
};

interface UnpaidActionsProps
  extends Pick<OverdueNoticeProps, 'pay' | 'card' | 'canAddPaymentMethod' | 'declined' | 'isAsked'> {
  /** Page to which the card form returns. */
  returnPath?: string;
}

/**
 * Buttons of a notice about unpaid receipts: pay now, and the card. Only the last one is primary. A declined card is likely
 * declined again, so another card is the primary one then.
 */
export const UnpaidActions = ({
  pay,
  card,
  canAddPaymentMethod,
  declined,
  isAsked = false,
  returnPath,
}: UnpaidActionsProps) => {
  const main = isAsked ? 'outline' : 'primary';
  const isPayMain = pay !== undefined && (!declined || !canAddPaymentMethod || isCovered(pay));
  const payButton = pay && <PayButton {...pay} variant={isPayMain ? main : 'outline'} />;
  return (
    <>
      {!isPayMain && payButton}
      {canAddPaymentMethod && (
        <LinkButton size="sm" variant={isPayMain ? 'outline' : main} to={paths.paymentMethod({ returnPath })}>
          {card ? <Trans>Change card</Trans> : <Trans>Add card</Trans>}
        </LinkButton>
      )}
      {isPayMain && payButton}
    </>
  );
};

/** Text about the part that credit pays. */
export const FromCredit = ({ payments }: Pick<Pay, 'payments'>) => {
  const { amountDueCents, creditCents } = sumPayments(payments);
  if (creditCents === 0) return null;
  return amountDueCents === 0 ? (
    <Trans>Your account credit pays all of it.</Trans>
  ) : (
    <>
      <Trans>
        <Money cents={creditCents} /> of it comes from your account credit.
      </Trans>{' '}
    </>
  );
};

/** Paragraph about a plan that is paused or will be, with the last day to pay. */
const UnpaidOutcome = ({ subscription }: { subscription: Subscription }) => {
  const { name, ifUnpaid } = subscription;
  if (!isPaused(subscription))
    return (
      ifUnpaid && (
        <p>
          <Trans>
            Pay by <DateText instant={ifUnpaid.at} /> to keep {name}.
          </Trans>
        </p>
      )
    );
  return (
    <p>
      {ifUnpaid ? (
        <Trans>
          {name} is paused. Pay by <DateText instant={ifUnpaid.at} /> or it ends.
        </Trans>
      ) : (
        <Trans>{name} is paused until it is paid.</Trans>
      )}
    </p>
  );
};

/** Paragraphs of a notice about unpaid receipts, one for each paused or unpaid plan: what follows, and until when to pay. */
export const UnpaidOutcomes = ({ subscriptions }: { subscriptions: readonly Subscription[] }) =>
  subscriptions.map((subscription) => <UnpaidOutcome key={subscription.id} subscription={subscription} />);

/** Says what another card pays: the open amount at once. It is 0 if only written-off receipts are open. */
export const WithAnotherCard = ({ openCents }: { openCents: number }) =>
  openCents > 0 ? (
    <Trans>
      Change your card and we'll charge the <Money cents={openCents} /> at once.
    </Trans>
  ) : (
    <Trans>Change your card, then pay it here.</Trans>
  );

/** Returns what a new card is charged at once. A written-off receipt is not paid automatically (S17). */
export const cardCents = ({ receipt, openCents }: Pick<OverdueNoticeProps, 'receipt' | 'openCents'>): number =>
  receipt.writtenOff ? 0 : openCents;

/**
 * Actions: pay now, or use another card, with the amount that is charged. A new card does not pay a written-off receipt
 * automatically (S17), so there a card only leads to the button.
 */
const PaymentOptions = (props: OverdueNoticeProps) => {
  const { card, openCents, pay, declined } = props;
  const collected = cardCents(props) > 0;
  if (pay && card && !declined)
    return collected ? (
      <Trans>
        Pay it now with {cardLabel(card)}, or change your card and we'll charge the <Money cents={openCents} /> at once.
      </Trans>
    ) : (
      <Trans>Pay it now with {cardLabel(card)}.</Trans>
    );
  if (card) return <WithAnotherCard openCents={cardCents(props)} />;
  return collected ? (
    <Trans>
      Add a card and we'll charge the <Money cents={openCents} /> at once.
    </Trans>
  ) : (
    <Trans>Add a card, then pay it here.</Trans>
  );
};

interface OverdueDetailsProps extends OverdueNoticeProps {
  /** The customer just tried to pay: the title has the failure and not the receipt. */
  hasFailed?: boolean;
}

/** Returns whether another card is the advice after a payment failed. It comes first then, before the text about the receipt. */
export const advisesCard = ({ hasFailed, declined, card, canAddPaymentMethod, pay }: OverdueDetailsProps): boolean =>
  hasFailed === true && declined && card !== null && canAddPaymentMethod && !(pay && isCovered(pay));

/** Text of the notice about an open receipt: reason, next step, and what follows if it stays unpaid. */
export const OverdueDetails = ({ hasFailed = false, ...props }: OverdueDetailsProps) => {
  const { receipt, card, canAddPaymentMethod, pay, endedPlans, outcomes } = props;
  const { failureMessage, failedAt, cardBrand, cardLast4, nextPaymentAttemptOn, description, createdDate } = receipt;
  return (
    <>
      <p>
        {hasFailed && (
          <>
            <Trans>
              {description}, due since <DateText instant={createdDate} />.
            </Trans>{' '}
          </>
        )}
        {failureMessage && !(hasFailed && props.declined) && (
          <>
            <DeclineReason
              message={failureMessage}
              at={failedAt}
              card={cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null}
            />{' '}
          </>
        )}
        {pay && <FromCredit payments={pay.payments} />}
        {(pay && isCovered(pay)) || advisesCard({ ...props, hasFailed }) ? null : canAddPaymentMethod ? (
          <PaymentOptions {...props} />
        ) : (
          <NoCardsAbroad />
        )}
        {nextPaymentAttemptOn && card && canAddPaymentMethod && (
          <>
            {' '}
            <Trans>
              Otherwise we'll try again on <DateText instant={nextPaymentAttemptOn} />.
            </Trans>
          </>
        )}
      </p>
      <Suspense>
        {endedPlans.map((plan) => (
          <p key={`${plan.name} ${plan.endedOn}`}>
            <EndedPlan {...plan} />
          </p>
        ))}
      </Suspense>
      {outcomes}
    </>
  );
};

/**
 * Notice about an open receipt: amount, reason in the words of the gateway, and next step (PY-05). Used for failed and
 * for overdue payments.
 */
export const OverdueNotice = (props: OverdueNoticeProps) => {
  const { amountDueCents, description, status } = props.receipt;
  return (
    <div className={place.place}>
      <Notice
        tone="bad"
        title={
          status === 'Unpaid' ? (
            <Trans>
              <Money cents={amountDueCents} /> is overdue for {description}
            </Trans>
          ) : (
            <Trans>
              We couldn't charge <Money cents={amountDueCents} /> for {description}
            </Trans>
          )
        }
        actions={(props.pay || props.canAddPaymentMethod) && <UnpaidActions {...props} />}
      >
        <OverdueDetails {...props} />
      </Notice>
    </div>
  );
};

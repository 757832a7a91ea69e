import { Plural, Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ExportContactLink, ReviewDeadline } from '../../../ui/export-review.tsx';
import { Money } from '../../../ui/money.tsx';
import { RefusedNotice } from '../../../ui/refused-notice.tsx';
import { SalesLink } from '../../../ui/sales-link.tsx';
import { StudentEmail, StudentEmailNeeded } from '../../../ui/student-email.tsx';
import type { Failure } from '../model/failure.ts';

const NothingCharged = () => <Trans>Nothing was charged.</Trans>;

const ExportSupport = () => (
  <ExportContactLink>
    <Trans>Contact support</Trans>
  </ExportContactLink>
);

const MINUTE = 60;

/** Text of "Any other error", in the words of the product specification. */
const OtherErrorText = ({ creating }: { creating: boolean }) =>
  creating ? (
    <Trans>There was an error creating your subscription.</Trans>
  ) : (
    <Trans>There was an error updating your subscription.</Trans>
  );

/** Title and body by kind. Messages of the gateway and sentences of the product specification are not changed (SU-08). */
const failureText = (failure: Failure, creating: boolean): [title: ReactNode, body: ReactNode] => {
  switch (failure.kind) {
    case 'declined':
      return [failure.message, <NothingCharged key="body" />];
    case 'quote-changed':
      return [
        failure.amountDueCents === null ? (
          <Trans key="title">The amount changed while you looked at it</Trans>
        ) : (
          <Trans key="title">
            The amount changed: <Money cents={failure.amountDueCents} /> is due now
          </Trans>
        ),
        <Trans key="body">Nothing was charged. Look at the new figures and confirm again.</Trans>,
      ];
    case 'undecided':
      return [
        <Trans key="title">Your payment is still processing</Trans>,
        <Trans key="body">
          Our payment provider hasn't answered yet. Don't pay again: we finish it by ourselves and email you the result.
        </Trans>,
      ];
    case 'ran-out':
      return [
        <Trans key="title">The time to confirm with your bank is over</Trans>,
        <Trans key="body">Nothing was charged. Order again to get a new question from your bank.</Trans>,
      ];
    case 'ended-elsewhere':
      return [
        <Trans key="title">There is nothing left to confirm</Trans>,
        <Trans key="body">Your bank's question was ended elsewhere. Nothing was charged for it.</Trans>,
      ];
    case 'end-due':
      return [
        <Trans key="title">Your plan or trial is just ending or renewing</Trans>,
        <Trans key="body">Nothing was charged. Order again once that is done.</Trans>,
      ];
    case 'look-again':
      return [
        <Trans key="title">Did your first order arrive?</Trans>,
        <Trans key="body">This page shows how it is now. Look at the figures again before you confirm.</Trans>,
      ];
    case 'gateway':
      return [
        <Trans key="title">There was an error processing your transaction.</Trans>,
        <NothingCharged key="body" />,
      ];
    case 'card-missing':
      return [
        <Trans key="title">Payment required</Trans>,
        <Trans key="body">Add a card first. Nothing was charged.</Trans>,
      ];
    case 'card-country':
      return [
        <Trans key="title">Card payments outside the US can't be processed</Trans>,
        <span key="body">
          <NothingCharged /> <SalesLink />
        </span>,
      ];
    case 'payment-open':
      return [
        <Trans key="title">A payment for this subscription is open</Trans>,
        <Trans key="body">Your plan can be changed as soon as it is paid.</Trans>,
      ];
    case 'trial-used':
      return [
        <Trans key="title">You have had a trial of this product</Trans>,
        <Trans key="body">Choose a yearly or monthly plan instead. Nothing was charged.</Trans>,
      ];
    case 'trial-none':
      return [
        <Trans key="title">No trial of this plan is on offer</Trans>,
        <Trans key="body">Choose a yearly or monthly plan instead. Nothing was charged.</Trans>,
      ];
    case 'prepaid':
      return [
        <Trans key="title">A prepaid plan can't be changed here</Trans>,
        <Trans key="body">It is paid until it ends. After that day you can choose another plan on this page.</Trans>,
      ];
    case 'plan-gone':
      return [
        <OtherErrorText key="title" creating={creating} />,
        <Trans key="body">This plan is not on offer any more. Nothing was charged. Choose another one.</Trans>,
      ];
    case 'too-often':
      return [
        <Trans key="title">That was too often.</Trans>,
        failure.seconds === null ? (
          <Trans key="body">Wait a few minutes, then try again.</Trans>
        ) : (
          <Plural
            key="body"
            value={Math.ceil(failure.seconds / MINUTE)}
            one="Try again in # minute."
            other="Try again in # minutes."
          />
        ),
      ];
    case 'needs-review':
      return [
        <Trans key="title">Account Pending</Trans>,
        <Fragment key="body">
          <Trans>
            U.S. government regulation requires a review. It takes up to two U.S. business days. Nothing was charged.
          </Trans>
          <ReviewDeadline /> <ExportSupport />
        </Fragment>,
      ];
    case 'student-email':
      return [
        <StudentEmailNeeded key="title" suffix={failure.emailSuffix} />,
        <Fragment key="body">
          <StudentEmail suffix={failure.emailSuffix} /> <NothingCharged />
        </Fragment>,
      ];
    case 'limit':
      return [
        <Trans key="title">You have as many subscriptions to this plan as there can be</Trans>,
        <NothingCharged key="body" />,
      ];
    case 'coupon':
      return [<Trans key="title">This code does not apply to the plans shown.</Trans>, <NothingCharged key="body" />];
    case 'coupon-bad':
      return [
        <Trans key="title">This code didn't work.</Trans>,
        <Trans key="body">Nothing was charged. Remove the coupon, or use another one.</Trans>,
      ];
    case 'export-denied':
      return [
        <Trans key="title">Your account can't have this product</Trans>,
        <Fragment key="body">
          <Trans>The review U.S. government regulation requires did not clear it.</Trans> <ExportSupport />
        </Fragment>,
      ];
    case 'gone':
      return [
        creating ? (
          <Trans key="title">There was an error processing your transaction.</Trans>
        ) : (
          <Trans key="title">There was an error updating your subscription.</Trans>
        ),
        <NothingCharged key="body" />,
      ];
    case 'offline':
      return [
        <Trans key="title">No connection</Trans>,
        <Trans key="body">We don't know if your order arrived. Try again: it is never charged twice.</Trans>,
      ];
    case 'unknown':
      return [
        <OtherErrorText key="title" creating={creating} />,
        <Trans key="body">We don't know if your order arrived. Try again: it is never charged twice.</Trans>,
      ];
    case 'running':
      return [
        <Trans key="title">Your order has no answer yet</Trans>,
        <Trans key="body">We don't know if it arrived. Try again in a minute: it is never charged twice.</Trans>,
      ];
    default:
      return [<OtherErrorText key="title" creating={creating} />, null];
  }
};

interface FailureNoticeProps {
  failure: Failure;
  /** Scope has another word for the created subscription (SU-08). */
  creating?: boolean;
}

/** Reason why an order failed. Takes the focus, because the next step is there. */
export const FailureNotice = ({ failure, creating = false }: FailureNoticeProps) => {
  const [title, body] = failureText(failure, creating);
  return (
    <RefusedNotice
      failure={failure}
      open={['undecided', 'running', 'end-due', 'quote-changed', 'look-again'].includes(failure.kind)}
      title={title}
      actions={
        failure.kind === 'payment-open' ? (
          <LinkButton size="sm" to={paths.payments({ active: 'receipts' })}>
            <Trans>See payments</Trans>
          </LinkButton>
        ) : (
          failure.kind === 'look-again' && (
            <LinkButton size="sm" to={paths.home}>
              <Trans>See what you have</Trans>
            </LinkButton>
          )
        )
      }
    >
      {body}
    </RefusedNotice>
  );
};

import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { ExportContactLink, ReviewDeadline } from '../../../ui/export-review.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import type { PromotionFailure as Failure } from '../model/promotion-failure.ts';

const SupportContactLink = () => (
  <SupportLink>
    <Trans>Contact support</Trans>
  </SupportLink>
);

const ExportSupportLink = () => (
  <ExportContactLink>
    <Trans>Contact support</Trans>
  </ExportContactLink>
);

/** Title and explanation of a failure. The titles are those of the product specification, word for word (PR-05). */
const failureText = (failure: Failure): [title: ReactNode, body: ReactNode] => {
  switch (failure.kind) {
    case 'not-found':
      return [<Trans key="title">Promotion not found.</Trans>, <SupportContactLink key="body" />];
    case 'not-eligible':
      return [
        <Trans key="title">Your account is not eligible for this promotion</Trans>,
        <span key="body">
          <Trans>It may be over, or you have a prepaid plan or another promotion that it can't replace.</Trans>{' '}
          <SupportContactLink />
        </span>,
      ];
    case 'claimed':
      return [<Trans key="title">Your account has already claimed this promotion</Trans>, null];
    case 'review':
      return [
        <Trans key="title">Account Pending</Trans>,
        <span key="body">
          <Trans>
            U.S. government regulation requires a review of downloads. Clearance takes up to two U.S. business days.
          </Trans>{' '}
          {failure.held && <Trans>We keep the promotion for you and start it when you are cleared.</Trans>}{' '}
          <ExportSupportLink />
          <ReviewDeadline />
        </span>,
      ];
    case 'denied':
      return [
        <Trans key="title">Your account can't have this product</Trans>,
        <span key="body">
          <Trans>The review U.S. government regulation requires did not clear it.</Trans> <ExportSupportLink />
        </span>,
      ];
    case 'address':
      return [<Trans key="title">We need your address first</Trans>, null];
    case 'card':
      return [
        <Trans key="title">Payment required</Trans>,
        <Trans key="body">Add a card first. It is not charged before the renewal date.</Trans>,
      ];
    case 'too-often':
      return [
        <Trans key="title">Too many tries for now</Trans>,
        failure.seconds === null ? (
          <Trans key="body">Wait a while, then try again.</Trans>
        ) : (
          <Trans key="body">Try again in {Math.ceil(failure.seconds / 60)} minutes.</Trans>
        ),
      ];
    case 'in-progress':
      return [
        <Trans key="title">Your promotion is still being redeemed</Trans>,
        <Trans key="body">Try again in a moment. A promotion is never taken twice.</Trans>,
      ];
    case 'offline':
      return [
        <Trans key="title">No connection</Trans>,
        <Trans key="body">Try again when you are back. A promotion is never taken twice.</Trans>,
      ];
    case 'unknown':
      return [
        <Trans key="title">There was an error redeeming this promotion.</Trans>,
        <Trans key="body">We don't know if it was redeemed. Try again: a promotion is never taken twice.</Trans>,
      ];
    case 'other':
      return [
        <Trans key="title">There was an error redeeming this promotion.</Trans>,
        <SupportContactLink key="body" />,
      ];
  }
};

/** Reason why a promotion is not available or was not taken. Takes the focus, because the next step is there. */
export const PromotionFailure = ({ failure, actions }: { failure: Failure; actions?: ReactNode }) => {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal takes the focus, even an equal one
  useEffect(() => ref.current?.focus(), [failure]);
  const [title, body] = failureText(failure);
  return (
    <Notice
      ref={ref}
      alert
      tone={['review', 'claimed', 'in-progress'].includes(failure.kind) ? 'warn' : 'bad'}
      titleAs="p"
      title={title}
      actions={actions}
    >
      {body && <p>{body}</p>}
    </Notice>
  );
};

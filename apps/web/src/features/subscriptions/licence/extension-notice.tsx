import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { CodeInReview } from '../../../ui/code-in-review.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import type { ExtensionFailure } from './extension-failure.ts';

type OwnFailure = Exclude<ExtensionFailure, { kind: 'order' }>;

const MINUTE = 60;

const SupportContactLink = () => (
  <SupportLink>
    <Trans>Let us know</Trans>
  </SupportLink>
);

/** Title, in the words of the product specification (SU-08, MA-04), and what the failure means for the payment. */
const failureText = (failure: OwnFailure, tierName: string): [title: ReactNode, body: ReactNode] => {
  switch (failure.kind) {
    case 'duration':
      return [
        <Trans key="title">Cannot extend maintenance for this duration.</Trans>,
        <Trans key="body">Nothing was charged. Choose another length.</Trans>,
      ];
    case 'polling':
      return [
        <Trans key="title">There was an error processing your payment. Please reach out to support.</Trans>,
        <Trans key="body">
          Your payment is still processing. Don't pay again: we finish it by ourselves and email you the result.
        </Trans>,
      ];
    case 'changed':
      return [
        <Trans key="title">This license or its price changed while you looked at it</Trans>,
        <Trans key="body">Nothing was charged. Look at the new end and the new figures and confirm again.</Trans>,
      ];
    case 'no-licence':
      return [
        <Trans key="title">This license can't be extended</Trans>,
        <Trans key="body">Nothing was charged.</Trans>,
      ];
    case 'code-empty':
      return [<Trans key="title">Invalid Coupon Code</Trans>, null];
    case 'code-unknown':
      return [
        <Trans key="title">This code didn't work.</Trans>,
        <span key="body">
          <Trans>Capital and small letters differ.</Trans> <SupportContactLink />
        </span>,
      ];
    case 'code-redeemed':
      return [
        <Trans key="title">This code didn't work.</Trans>,
        <span key="body">
          <Trans>You have redeemed it before.</Trans> <SupportContactLink />
        </span>,
      ];
    case 'code-type':
      return [<Trans key="title">This code will not work to extend your license.</Trans>, null];
    case 'code-tier':
      return [<Trans key="title">Your extension tier doesn't match your {tierName} plan.</Trans>, null];
    case 'unchecked':
      return [
        <Trans key="title">We couldn't check the code</Trans>,
        <Trans key="body">Nothing was redeemed. Try again.</Trans>,
      ];
    case 'review':
      return [<Trans key="title">Account Pending</Trans>, <CodeInReview key="body" held={failure.held} />];
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
  }
};

const calm: readonly ExtensionFailure['kind'][] = ['polling', 'changed', 'code-type', 'code-tier', 'review'];

const OwnNotice = ({ failure, tierName }: { failure: OwnFailure; tierName: string }) => {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure of the same kind is news too
  useEffect(() => ref.current?.focus(), [failure]);
  const [title, body] = failureText(failure, tierName);
  return (
    <Notice ref={ref} alert tone={calm.includes(failure.kind) ? 'warn' : 'bad'} title={title} titleAs="p">
      {body && <p>{body}</p>}
    </Notice>
  );
};

/** Reason why maintenance was not extended. Takes the focus, because the next step is there. */
export const ExtensionNotice = ({ failure, tierName }: { failure: ExtensionFailure; tierName: string }) =>
  failure.kind === 'order' ? (
    <FailureNotice failure={failure.failure} />
  ) : (
    <OwnNotice failure={failure} tierName={tierName} />
  );

/** Notice of a successful extension (MA-03), shown until the install page opens. */
export const ExtendedNotice = () => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return <Notice ref={ref} alert tone="ok" title={<Trans>Purchase successful. Redirecting...</Trans>} titleAs="p" />;
};

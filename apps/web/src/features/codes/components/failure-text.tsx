import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { CodeInReview } from '../../../ui/code-in-review.tsx';
import { ExportContactLink } from '../../../ui/export-review.tsx';
import { StudentEmail, StudentEmailNeeded } from '../../../ui/student-email.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import type { CodeFailure } from '../model/failure.ts';

const Unused = () => <Trans>The code is unused.</Trans>;

/** Link `Let us know`. Renders nothing if the brand has no address for it. */
export const SupportContactLink = () => (
  <SupportLink>
    <Trans>Let us know</Trans>
  </SupportLink>
);

/** Facts about the code and its licence that the texts contain. */
export interface CodeFacts {
  readonly tierName?: string | null | undefined;
  /** Required ending of the e-mail address for the plan of the code. */
  readonly emailSuffix?: string | null | undefined;
}

/** Text about a refused code. Its sentences are those of the product specification, word for word (CD-02, CD-03). */
export const failureText = (
  failure: CodeFailure,
  { tierName, emailSuffix }: CodeFacts = {},
): [title: ReactNode, body: ReactNode] => {
  switch (failure.kind) {
    case 'empty':
      return [<Trans key="title">Invalid Coupon Code</Trans>, null];
    case 'bad':
      return [<Trans key="title">This code didn't work.</Trans>, <SupportContactLink key="body" />];
    case 'redeemed':
      return [
        <Trans key="title">This code didn't work.</Trans>,
        <span key="body">
          <Trans>You have redeemed it before.</Trans> <SupportContactLink />
        </span>,
      ];
    case 'plans':
      return [<Trans key="title">This code does not apply to the plans shown.</Trans>, null];
    case 'coupon-type':
      return [<Trans key="title">This code will not work to extend your license.</Trans>, <Unused key="body" />];
    case 'coupon-tier':
      return [
        tierName == null ? (
          <Trans key="title">The extension tier doesn't match your plan.</Trans>
        ) : (
          <Trans key="title">Your extension tier doesn't match your {tierName} plan.</Trans>
        ),
        <Unused key="body" />,
      ];
    case 'no-licence':
      return [
        <Trans key="title">This code extends a perpetual license, and you have none it fits</Trans>,
        <Unused key="body" />,
      ];
    case 'maintenance-limit':
      return [<Trans key="title">Cannot extend maintenance for this duration.</Trans>, <Unused key="body" />];
    case 'review':
      return [<Trans key="title">Account Pending</Trans>, <CodeInReview key="body" held={failure.held} />];
    case 'denied':
      return [
        <Trans key="title">Your account can't have this product</Trans>,
        <Fragment key="body">
          <Trans>The review U.S. government regulation requires did not clear it. The code is unused.</Trans>{' '}
          <ExportContactLink>
            <Trans>Contact support</Trans>
          </ExportContactLink>
        </Fragment>,
      ];
    case 'address':
      return [
        <Trans key="title">We need your address first</Trans>,
        <Trans key="body">The code stays filled in, and unused, until you are back.</Trans>,
      ];
    case 'other-prepaid':
      return [
        <Trans key="title">You have a prepaid plan of another kind</Trans>,
        <Trans key="body">The code can be redeemed when that plan has ended. It is unused.</Trans>,
      ];
    case 'prepaid':
      return [
        <Trans key="title">You have a prepaid plan of this product</Trans>,
        <Trans key="body">The code can be redeemed when that plan has ended. It is unused.</Trans>,
      ];
    case 'limit':
      return [
        <Trans key="title">You have as many subscriptions to this plan as there can be</Trans>,
        <Unused key="body" />,
      ];
    case 'payment-open':
      return [
        <Trans key="title">A payment for this subscription is open</Trans>,
        <Trans key="body">The code can be redeemed as soon as it is paid. It is unused.</Trans>,
      ];
    case 'student-email':
      return [
        <StudentEmailNeeded key="title" suffix={emailSuffix ?? ''} />,
        <Fragment key="body">
          <StudentEmail suffix={emailSuffix ?? ''} /> <Unused />
        </Fragment>,
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
        <Trans key="title">This code is being redeemed</Trans>,
        <Trans key="body">Look at your account in a moment. A code is never redeemed twice.</Trans>,
      ];
    case 'offline':
      return [
        <Trans key="title">No connection</Trans>,
        <Trans key="body">Try again when you are back. A code is never redeemed twice.</Trans>,
      ];
    case 'unknown':
      return [
        <Trans key="title">There was an error redeeming your code. Please contact support.</Trans>,
        <Trans key="body">We don't know if it was redeemed. Try again: a code is never redeemed twice.</Trans>,
      ];
    case 'other':
      return [<Trans key="title">There was an error redeeming your code. Please contact support.</Trans>, null];
  }
};

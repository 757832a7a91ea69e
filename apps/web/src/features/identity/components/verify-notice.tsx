import { Trans } from '@lingui/react/macro';
import { MailCheck } from 'lucide';
import type { ReactNode } from 'react';
import { config } from '../../../lib/config.ts';
import { checkFailureOf } from '../../../lib/failure.ts';
import { readFailures } from '../../../shared/failures/account-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { useVerification } from './use-verification.ts';

/** Reasons below the title of a failure. A reason without a text is in the title already. */
const reasons = readFailures(null);

/**
 * Notice to verify the email address, shown until it is verified (SC-07).
 * @param before sentence for a customer without a subscription, to whom nothing is wrong yet: this is the first step
 */
export const VerifyNotice = ({ email, before }: { email: string; before?: ReactNode }) => {
  const isFirstStep = before !== undefined;
  const { state, error, isAgain, start } = useVerification();
  const newest = (
    <Trans>Open the link in the newest email to {email}. This message disappears once you've verified.</Trans>
  );
  const isSent = state === 'sent';
  const button = (
    <Button
      size="sm"
      variant={isFirstStep && !isSent ? 'primary' : 'outline'}
      onClick={() => void start()}
      busy={state === 'sending'}
      busyLabel={<Trans>Sending…</Trans>}
    >
      {state === 'failed' || state === 'gave-up' ? (
        <Trans>Try again</Trans>
      ) : isSent ? (
        <Trans>Send again</Trans>
      ) : (
        <Trans>Verify it now</Trans>
      )}
    </Button>
  );
  if (state === 'failed' || state === 'limited' || state === 'gave-up')
    return (
      <Notice
        tone="bad"
        alert
        title={<Trans>An error occurred. Please try again or contact support.</Trans>}
        actions={state !== 'limited' && button}
      >
        <span>
          {before}
          {state === 'gave-up' ? (
            <Trans>{email} isn't verified yet.</Trans>
          ) : (
            <FailureText of={checkFailureOf(error)} context={reasons} />
          )}{' '}
        </span>
        {state === 'limited' && <>{newest} </>}
        <SupportLink />
      </Notice>
    );
  if (isSent)
    return (
      <Notice tone="info" icon={MailCheck} alert title={<Trans>Verification Email Sent</Trans>} actions={button}>
        {before}
        {isAgain && (
          <>
            <Trans>Sent again.</Trans>{' '}
          </>
        )}
        {newest}
      </Notice>
    );
  return (
    <Notice
      tone={isFirstStep ? 'plain' : 'warn'}
      icon={isFirstStep ? MailCheck : undefined}
      title={
        isFirstStep ? (
          <Trans>First step: verify your email address</Trans>
        ) : (
          <Trans>Your email address is not verified</Trans>
        )
      }
      actions={button}
    >
      {before}
      <Trans>Open the link in our email to {email}, or get a new one.</Trans>
      {config.signIn === 'own' && (
        <>
          {' '}
          <Trans>Then you can set up passkeys and two-step authentication.</Trans>
        </>
      )}
    </Notice>
  );
};

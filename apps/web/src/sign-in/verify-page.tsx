import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { type ErrorsOf, type Failure, failureFor, failureOf } from '../lib/failure.ts';
import { useAction } from '../lib/use-action.ts';
import { type FailureContext, FailureText, type Words, type WordTable } from '../shared/failures/words.tsx';
import { Button } from '../ui/button.tsx';
import { formFailures } from './failures.tsx';
import { Frame } from './frame.tsx';
import { FailureNote } from './note.tsx';
import { OutcomePage } from './outcome-page.tsx';
import { restoreRoute } from './route.ts';
import styles from './sign-in.module.css';

const invalid: Words = {
  title: <Trans>This link doesn't work. Open the newest email from us, or sign in and ask for a new link.</Trans>,
};

/** Texts of a link that cannot verify an address any more. */
const linkWords = {
  TOKEN_USED: {
    title: <Trans>This link was used before. If your address is verified, there is nothing left to do.</Trans>,
  },
  TOKEN_EXPIRED: { title: <Trans>This link has expired. Sign in and ask for a new one.</Trans> },
  INVALID_USER: { title: <Trans>The account of this link is closed, or has another address now.</Trans> },
  INVALID_TOKEN: invalid,
  INVALID_REQUEST: invalid,
} satisfies Partial<WordTable> & Record<ErrorsOf<'PUT /api/auth/verify-email'>, Words>;

const verifyFailures: FailureContext = { words: { ...formFailures.words, ...linkWords } };

/**
 * Verifies an address by the link of a mail (SC-07). Needs a click, because mail programs follow links automatically.
 * Works in any browser; a portal page that waits finds out by polling.
 */
export const VerifyPage = ({ arrived, token }: { arrived: boolean; token: string | null }) => {
  const [end, setEnd] = useState<'verified' | Failure | null>(token ? null : failureFor('INVALID_TOKEN'));
  const { state, run } = useAction(async (secret: string) => {
    try {
      await call('PUT /api/auth/verify-email', { body: { token: secret } });
      setEnd('verified');
    } catch (error) {
      const failure = failureOf(error);
      if (!Object.hasOwn(linkWords, failure.reason)) throw error;
      setEnd(failure);
    }
  });

  if (end)
    return (
      <OutcomePage
        arrived={arrived || token !== null}
        tab={t`Verify your email`}
        title={end === 'verified' ? <Trans>Verified</Trans> : <Trans>This link can't verify your email</Trans>}
        way={{ href: '/' }}
        wayLabel={<Trans>Go to your account</Trans>}
      >
        <p>
          {end === 'verified' ? (
            <Trans>Your email address is verified.</Trans>
          ) : (
            <FailureText of={end} context={verifyFailures} />
          )}
        </p>
      </OutcomePage>
    );

  return (
    <Frame
      key="ask"
      message={state.kind === 'failed' && <FailureNote error={state.error} />}
      arrived={arrived}
      tab={t`Verify your email`}
      title={<Trans>Verify your email</Trans>}
      about={<Trans>So we know our emails reach you</Trans>}
      onLeave={() => restoreRoute({ name: 'verify', token })}
    >
      <div className={styles.form}>
        <Button
          variant="primary"
          size="lg"
          full
          busy={state.kind === 'running'}
          busyLabel={<Trans>Verifying…</Trans>}
          onClick={() => token && void run(token)}
        >
          <Trans>Verify my address</Trans>
        </Button>
      </div>
    </Frame>
  );
};

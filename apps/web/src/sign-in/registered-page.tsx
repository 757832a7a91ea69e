import { SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '../lib/call.ts';
import { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from './note.tsx';
import { OutcomePage } from './outcome-page.tsx';
import { signInPaths } from './route.ts';

/** Seconds before the email can be sent again. Most arrive earlier. */
const WAIT_SECONDS = 30;
/** An address gets three of these emails in an hour, and the registration sent the first (decision 25). */
const MOST_REPEATS = 2;

interface RegisteredPageProps {
  email: string;
  /** Opens the form again, to correct the address. */
  onOtherEmail: () => void;
}

/** Page after the registration. The link can be sent again, without a session (SE-11, SC-07). */
export const RegisteredPage = ({ email, onOtherEmail }: RegisteredPageProps) => {
  const [repeats, setRepeats] = useState(0);
  const [seconds, setSeconds] = useState(WAIT_SECONDS);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [seconds]);
  const { state, run } = useAction(async () => {
    await call('POST /api/auth/users/verification-links', { body: { email } });
    setRepeats(repeats + 1);
    setSeconds(WAIT_SECONDS);
  });
  const isLast = repeats === MOST_REPEATS;
  const waits = isLast || seconds > 0;
  return (
    <OutcomePage
      tab={t`Check your email`}
      title={<Trans>Check your email</Trans>}
      message={state.kind === 'failed' && <FailureNote error={state.error} />}
      about={
        <Trans>
          We sent a link to <b>{email}</b>. Open it to verify your address.
        </Trans>
      }
      way={{ to: signInPaths.signIn }}
      wayLabel={<Trans>Sign in</Trans>}
      below={
        <Trans>
          Wrong address?{' '}
          <button type="button" className="link" onClick={onOtherEmail}>
            Use another email
          </button>
        </Trans>
      }
    >
      <p>
        <Trans>You can sign in now. Passkeys and two-step authentication wait until your address is verified.</Trans>
      </p>
      <div>
        <p role="status">
          {repeats > 0 ? (
            <Trans>We sent it again. Only the link in the newest email works.</Trans>
          ) : (
            <Trans>Nothing arrived? Look in the spam folder too.</Trans>
          )}
        </p>
        <p className="muted">
          {isLast ? (
            <Trans>You can request another one in an hour.</Trans>
          ) : waits ? (
            <Plural
              value={seconds}
              one="You can send it again in # second."
              other="You can send it again in # seconds."
            />
          ) : (
            <Trans>You can send it again now.</Trans>
          )}
        </p>
      </div>
      <Button
        size="lg"
        full
        aria-disabled={waits}
        busy={state.kind === 'running'}
        busyLabel={<Trans>Sending…</Trans>}
        onClick={() => {
          if (!waits) void run();
        }}
      >
        <Trans>Send again</Trans>
      </Button>
    </OutcomePage>
  );
};

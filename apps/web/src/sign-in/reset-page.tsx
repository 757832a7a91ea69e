import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { CallError } from '../lib/call-error.ts';
import { type Failure, failureFor, failureOf } from '../lib/failure.ts';
import { useAction } from '../lib/use-action.ts';
import { type FailureContext, FailureText, type WordTable } from '../shared/failures/words.tsx';
import { formFailures } from './failures.tsx';
import { Form } from './form.tsx';
import { Frame } from './frame.tsx';
import { NewPassword, newPasswordErrors } from './new-password.tsx';
import { FailureNote } from './note.tsx';
import { OutcomePage } from './outcome-page.tsx';
import { restoreRoute, signInPaths } from './route.ts';
import styles from './sign-in.module.css';
import { useFields } from './use-fields.ts';

/** Texts of a link that cannot set a password any more. */
const linkWords = {
  TOKEN_USED: { title: <Trans>This link was used before. Ask for a new one to change your password again.</Trans> },
  TOKEN_EXPIRED: { title: <Trans>This link has expired: it works for one hour. Ask for a new one.</Trans> },
  INVALID_TOKEN: {
    title: <Trans>This link doesn't work. Open the newest email from us, or ask for a new link.</Trans>,
  },
  INVALID_USER: { title: <Trans>There is no account for this link any more.</Trans> },
} satisfies Partial<WordTable>;

const linkFailures: FailureContext = { words: { ...formFailures.words, ...linkWords } };

/**
 * Page that sets a new password by the link of a mail (SE-11, SC-03). The server ends all sessions, so the next step is
 * to sign in.
 */
export const ResetPage = ({ arrived, token }: { arrived: boolean; token: string | null }) => {
  const [end, setEnd] = useState<'changed' | Failure | null>(token ? null : failureFor('INVALID_TOKEN'));
  const fields = useFields({ password: '', repeat: '' }, newPasswordErrors);
  const [removePasskeys, setRemovePasskeys] = useState(true);
  const { state, run } = useAction(async (secret: string) => {
    try {
      await call('PUT /api/auth/password-resets', {
        body: { token: secret, password: fields.values.password, removePasskeys },
      });
      setEnd('changed');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { type, field } = error;
      if (type === 'INVALID_PASSWORD') fields.refuse('password', error.message);
      else if (Object.hasOwn(linkWords, type)) setEnd(failureOf(error));
      else if (type === 'INVALID_REQUEST' && field === 'token') setEnd(failureFor('INVALID_TOKEN'));
      else throw error;
    }
  });

  if (end) {
    const changed = end === 'changed';
    return (
      <OutcomePage
        arrived={arrived || token !== null}
        tab={t`New password`}
        title={changed ? <Trans>Your password is changed</Trans> : <Trans>Ask for a new link</Trans>}
        way={{ to: changed ? signInPaths.signIn : signInPaths.forgotten }}
        wayLabel={changed ? <Trans>Sign in</Trans> : <Trans>Send a new link</Trans>}
      >
        <p>
          {changed ? (
            <Trans>You're signed out everywhere. Sign in with the new password.</Trans>
          ) : (
            <FailureText of={end} context={linkFailures} />
          )}
        </p>
      </OutcomePage>
    );
  }

  return (
    <Frame
      key="form"
      message={state.kind === 'failed' && <FailureNote error={state.error} />}
      arrived={arrived}
      tab={t`New password`}
      title={<Trans>Set a new password</Trans>}
      about={<Trans>You'll be signed out on all other devices</Trans>}
      onLeave={() => restoreRoute({ name: 'reset', token })}
    >
      <Form
        fields={fields}
        state={state}
        send={() => token && run(token)}
        label={<Trans>Change password</Trans>}
        busyLabel={<Trans>Changing…</Trans>}
      >
        <NewPassword
          fields={fields}
          label={<Trans>New password</Trans>}
          repeatLabel={<Trans>Repeat new password</Trans>}
        />
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={removePasskeys}
            onChange={({ target }) => setRemovePasskeys(target.checked)}
          />
          <span>
            <Trans>Remove all passkeys</Trans>
            <small>
              <Trans>A passkey signs in without the password. Keep them only if you added every one.</Trans>
            </small>
          </span>
        </label>
      </Form>
    </Frame>
  );
};

import { Trans } from '@lingui/react/macro';
import { Fingerprint } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import type { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { EmailField } from './email-field.tsx';
import { signInFailures } from './failures.tsx';
import { FailureNote, Note } from './note.tsx';
import { canUsePasskeys } from './passkey.ts';
import { signInPaths } from './route.ts';
import styles from './sign-in.module.css';
import type { Fields } from './use-fields.ts';

interface SignInFormProps {
  fields: Fields<'email' | 'password'>;
  /** Reason of the visit. An error replaces it. */
  reason: ReactNode;
  state: ReturnType<typeof useAction<'password' | 'passkey'>>['state'];
  onSubmit: (event: FormEvent) => void;
  onPasskey: () => void;
}

/** Sign-in form with password or passkey (SE-11, BY-01). Never clears typed text. */
export const SignInForm = ({ fields, reason, state, onSubmit, onPasskey }: SignInFormProps) => {
  const busy = state.kind === 'running' ? state.input : null;
  return (
    <form className={styles.form} ref={fields.form} onSubmit={onSubmit} noValidate>
      {state.kind === 'failed' ? (
        <FailureNote error={state.error} context={signInFailures} />
      ) : (
        reason && <Note>{reason}</Note>
      )}
      <EmailField field={fields.field('email')} />
      <div className={styles.password}>
        <PasswordField {...fields.field('password')} label={<Trans>Password</Trans>} />
        <Link className={`link ${styles.forgotten}`} href={signInPaths.forgotten}>
          <Trans>Forgot password?</Trans>
        </Link>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        busy={busy === 'password'}
        busyLabel={<Trans>Signing in…</Trans>}
      >
        <Trans>Sign in</Trans>
      </Button>
      {canUsePasskeys() && (
        <>
          <p className={styles.divider}>
            <Trans>or</Trans>
          </p>
          <Button
            size="lg"
            full
            busy={busy === 'passkey'}
            busyLabel={<Trans>Waiting for your passkey…</Trans>}
            onClick={() => busy ?? onPasskey()}
          >
            <Icon of={Fingerprint} />
            <Trans>Sign in with a passkey</Trans>
          </Button>
        </>
      )}
    </form>
  );
};

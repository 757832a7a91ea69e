import { Trans } from '@lingui/react/macro';
import { Fingerprint } from 'lucide';
import type { FormEvent } from 'react';
import type { useAction } from '../lib/use-action.ts';
import { PasswordField } from '../shared/identity/password-field.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { EmailField } from './email-field.tsx';
import { canUsePasskeys } from './passkey.ts';
import { signInPaths } from './route.ts';
import styles from './sign-in.module.css';
import type { Fields } from './use-fields.ts';

interface SignInFormProps {
  fields: Fields<'email' | 'password'>;
  state: ReturnType<typeof useAction<'password' | 'passkey'>>['state'];
  onSubmit: (event: FormEvent) => void;
  onPasskey: () => void;
}

/** Sign-in form with password or passkey (SE-11, BY-01). Never clears typed text. */
export const SignInForm = ({ fields, state, onSubmit, onPasskey }: SignInFormProps) => {
  const busy = state.kind === 'running' ? state.input : null;
  return (
    <form className={styles.form} ref={fields.form} onSubmit={onSubmit} noValidate>
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

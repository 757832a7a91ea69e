import { Trans } from '@lingui/react/macro';
import { CircleAlert, Info } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { failureText } from './failure.tsx';
import styles from './sign-in.module.css';

interface SignInFormProps {
  /** Why the visitor is here; makes room for the failure once there is one. */
  reason: ReactNode;
  onSignedIn: (refreshToken: string) => void;
}

/** E-mail and password (SE-11). Nothing typed is ever cleared; a failure is read out and gets the focus. */
export const SignInForm = ({ reason, onSignedIn }: SignInFormProps) => {
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const [failure, setFailure] = useState<{ text: ReactNode } | null>(null);
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) message.current?.focus();
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const email = String(fields.get('email')).trim();
    const password = String(fields.get('password'));
    const empty = email ? (password ? null : 'password') : 'email';
    setMissing(empty);
    setFailure(null);
    if (empty) {
      form.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const { refreshToken } = await call('POST /api/auth/sessions', { body: { email, password } });
      onSignedIn(refreshToken); // the button stays busy: the page is being left
    } catch (error) {
      setFailure({ text: failureText(error) });
      setBusy(false);
    }
  };

  const errorFor = (field: 'email' | 'password') => (missing === field ? <Trans>Required</Trans> : undefined);
  const typed = (field: 'email' | 'password') => () => missing === field && setMissing(null);

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {failure ? (
        <div ref={message} tabIndex={-1} role="alert" id="failure" className={`${styles.note} ${styles.failed}`}>
          <Icon of={CircleAlert} size={16} />
          <p>{failure.text}</p>
        </div>
      ) : (
        reason && (
          <div className={styles.note}>
            <Icon of={Info} size={16} />
            <p>{reason}</p>
          </div>
        )
      )}
      <TextField
        label={<Trans>Email</Trans>}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errorFor('email')}
        onInput={typed('email')}
        maxLength={254}
      />
      <PasswordField
        label={<Trans>Password</Trans>}
        name="password"
        error={errorFor('password')}
        onInput={typed('password')}
      />
      <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel={<Trans>Signing in…</Trans>}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  );
};

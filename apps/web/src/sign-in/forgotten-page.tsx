import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { call } from '../lib/call.ts';
import { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import { isEmail } from '../ui/email-address.ts';
import { TextField } from '../ui/field.tsx';
import { mustBeEmail, required } from '../ui/field-messages.tsx';
import { Link } from '../ui/link.tsx';
import { failureText } from './failure.tsx';
import { Frame } from './frame.tsx';
import { FailureNote } from './note.tsx';
import { Outcome } from './outcome.tsx';
import type { PageProps } from './page-props.ts';
import { places } from './place.ts';
import styles from './sign-in.module.css';
import { useFields } from './use-fields.ts';

/** Asks for a link to set a new password (SE-11). Whoever asks gets the same words, whether there is an account or not (INV-19). */
export const ForgottenPage = ({ arrived, email, onEmail }: PageProps) => {
  const { t } = useLingui();
  const [sent, setSent] = useState(false);
  const fields = useFields(
    { email },
    (values) => ({ email: values.email.trim() ? (isEmail(values.email) ? null : mustBeEmail()) : required() }),
    (_, value) => onEmail(value),
  );
  const { state, run } = useAction(async () => {
    await call('POST /api/auth/password-resets', { body: { email: fields.values.email.trim() } });
    setSent(true);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.kind !== 'running' && fields.accept()) void run();
  };

  if (sent)
    return (
      <Outcome
        tab={t`Check your mail`}
        title={<Trans>Check your mail</Trans>}
        way={{ to: places.signIn }}
        wayLabel={<Trans>Back to sign in</Trans>}
        primary={false}
      >
        <p>
          <Trans>
            If there is an account for this address, a link to set a new password is on its way. It works for one hour.
          </Trans>
        </p>
      </Outcome>
    );

  return (
    <Frame
      key="form"
      arrived={arrived}
      tab={t`Forgot password`}
      title={<Trans>Forgot your password?</Trans>}
      about={<Trans>We mail you a link to set a new one</Trans>}
      below={
        <Link className="link" href={places.signIn}>
          <Trans>Back to sign in</Trans>
        </Link>
      }
    >
      <form className={styles.form} ref={fields.form} onSubmit={submit} noValidate>
        {state.kind === 'failed' && <FailureNote error={state.error}>{failureText(state.error)}</FailureNote>}
        <TextField
          {...fields.field('email')}
          label={<Trans>Email</Trans>}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          busy={state.kind === 'running'}
          busyLabel={<Trans>Sending…</Trans>}
        >
          <Trans>Send link</Trans>
        </Button>
      </form>
    </Frame>
  );
};

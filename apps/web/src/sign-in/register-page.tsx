import { isBlank } from '@foyer/contract/vocabulary/shown-text';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { readStoredJson, writeStored } from '../lib/browser-store.ts';
import { call } from '../lib/call.ts';
import { CallError } from '../lib/call-error.ts';
import { config } from '../lib/config.ts';
import { useAction } from '../lib/use-action.ts';
import { TextField } from '../ui/field.tsx';
import { mustBeEmail, mustMatchEmail, required } from '../ui/field-messages.tsx';
import { Link } from '../ui/link.tsx';
import { EmailField, emailError } from './email-field.tsx';
import { Form } from './form.tsx';
import { Frame } from './frame.tsx';
import { NewPassword, newPasswordErrors } from './new-password.tsx';
import { FailureNote } from './note.tsx';
import type { PageProps } from './page-props.ts';
import { RegisteredPage } from './registered-page.tsx';
import { signInPaths } from './route.ts';
import styles from './sign-in.module.css';
import { useFields } from './use-fields.ts';

const FIELDS_KEY = 'foyer.registering';

/** Fields of the registration form that are stored. The password is not. */
interface StoredFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly repeatEmail: string;
}

/** Stores the fields in this tab, because the page reloads in another language. */
const storeFields = ({ firstName, lastName, email, repeatEmail }: StoredFields): void => {
  // with full storage the user types the values again
  writeStored(FIELDS_KEY, JSON.stringify({ firstName, lastName, email, repeatEmail }), 'session');
};

/** Returns the stored fields and removes them from the tab. */
const takeStoredFields = (): Partial<StoredFields> => {
  const fields = readStoredJson<StoredFields>(FIELDS_KEY, 'session');
  writeStored(FIELDS_KEY, '', 'session');
  return fields ?? {};
};

/**
 * Form that creates an account (SE-11). A known address gets the same answer as a new one, so that the form does not
 * reveal which accounts exist (INV-19).
 */
export const RegisterPage = ({ arrived, email, onEmail }: PageProps) => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [kept] = useState(takeStoredFields);
  const fields = useFields(
    { firstName: '', lastName: '', email, repeatEmail: '', ...kept, password: '', repeat: '' },
    ({ firstName, lastName, email, repeatEmail, password, repeat }) => ({
      firstName: isBlank(firstName) ? required() : null,
      lastName: isBlank(lastName) ? required() : null,
      email: emailError(email),
      repeatEmail: repeatEmail.trim() ? (repeatEmail.trim() === email.trim() ? null : mustMatchEmail()) : required(),
      ...newPasswordErrors({ password, repeat }),
    }),
    (name, value) => name === 'email' && onEmail(value),
  );
  const { state, run } = useAction(async () => {
    const { firstName, lastName, email, password } = fields.values;
    const body = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), password };
    try {
      await call('POST /api/auth/users', { body });
      setSentTo(body.email);
      setCorrecting(false);
    } catch (error) {
      const { type, message } = error instanceof CallError ? error : { type: null, message: '' };
      if (type === 'INVALID_PASSWORD') fields.refuse('password', message);
      else if (type === 'INVALID_EMAIL') fields.refuse('email', mustBeEmail());
      else throw error;
    }
  });

  const [isCorrecting, setCorrecting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each return; `input` finds the same field in each render
  useEffect(() => {
    if (isCorrecting) fields.input('email')?.focus();
  }, [isCorrecting]);

  const correct = () => {
    setSentTo(null);
    setCorrecting(true);
  };
  if (sentTo) return <RegisteredPage email={sentTo} onOtherEmail={correct} />;

  const { vendor } = config.brand;
  return (
    <Frame
      key="form"
      message={state.kind === 'failed' && <FailureNote error={state.error} />}
      arrived={arrived}
      tab={t`Create an account`}
      title={<Trans>Create your {vendor} account</Trans>}
      onLeave={() => storeFields(fields.values)}
      below={
        <Trans>
          Have an account?{' '}
          <Link className="link" href={signInPaths.signIn}>
            Sign in
          </Link>
        </Trans>
      }
    >
      <Form
        fields={fields}
        state={state}
        send={run}
        label={<Trans>Create account</Trans>}
        busyLabel={<Trans>Creating your account…</Trans>}
      >
        <div className={styles.names}>
          <TextField
            {...fields.field('firstName')}
            label={<Trans>First name</Trans>}
            autoComplete="given-name"
            maxLength={100}
          />
          <TextField
            {...fields.field('lastName')}
            label={<Trans>Last name</Trans>}
            autoComplete="family-name"
            maxLength={100}
          />
        </div>
        <EmailField field={fields.field('email')} />
        <EmailField field={fields.field('repeatEmail')} label={<Trans>Repeat email</Trans>} autoComplete="email" />
        <NewPassword fields={fields} label={<Trans>Password</Trans>} repeatLabel={<Trans>Repeat password</Trans>} />
      </Form>
    </Frame>
  );
};

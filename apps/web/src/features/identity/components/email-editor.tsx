import type { Me } from '@foyer/contract/api/auth';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useDraft } from '../../../lib/draft.ts';
import { settingFailures } from '../../../shared/failures/setting-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { isEmail } from '../../../shared/identity/email-address.ts';
import { SettingEditor } from '../../../shared/settings/setting-editor.tsx';
import { useSubmit } from '../../../shared/settings/use-submit.ts';
import { TextField } from '../../../ui/field.tsx';
import { mustBeEmail, required } from '../../../ui/field-messages.tsx';
import { EmailValue } from './email-value.tsx';
import styles from './security.module.css';

interface EmailEditorProps {
  user: Me['user'];
  onCancel: () => void;
  /** New address to which the link was sent. The change happens when the link is followed (SC-04). */
  onSent: (email: string) => void;
}

/** Form to change the email address that signs in (SC-04). */
export const EmailEditor = ({ user, onCancel, onSent }: EmailEditorProps) => {
  const [email, setEmail] = useDraft('email', '');
  const [password, setPassword] = useState('');
  const [left, setLeft] = useState(false);
  const submission = useSubmit(
    async () => {
      await call('PATCH /api/auth/me/email', { body: { email: email.trim(), password } });
      onSent(email.trim());
    },
    () => isEmail(email),
  );
  const { failure, failedField, tries } = submission;
  const shown = left || tries > 0;
  const fault = !shown || isEmail(email) ? null : email === '' ? required() : mustBeEmail();
  return (
    <SettingEditor
      title={<Trans>Email</Trans>}
      about={<Trans>Sign-in and receipts</Trans>}
      submission={submission}
      filled={email !== ''}
      unsure={<Trans>With a link in the inbox of the new address, it was.</Trans>}
      password={{ value: password, onChange: setPassword }}
      onCancel={onCancel}
    >
      <div>
        <p className={styles.small}>
          <Trans>Current</Trans>
        </p>
        <p className={styles.current}>
          <EmailValue user={user} />
        </p>
      </div>
      <TextField
        label={<Trans>New email</Trans>}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        onBlur={() => setLeft(email !== '')}
        error={failure && failedField === 'email' ? <FailureText of={failure} context={settingFailures()} /> : fault}
        hint={
          <Trans>
            We'll send a link to this address. Your email changes when you open it. We'll also tell the old address.
          </Trans>
        }
      />
    </SettingEditor>
  );
};

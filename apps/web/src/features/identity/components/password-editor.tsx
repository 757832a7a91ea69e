import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { adoptTokens } from '../../../lib/session/adopt-tokens.ts';
import { settingFailures } from '../../../shared/failures/setting-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { newPasswordError } from '../../../shared/identity/new-password.tsx';
import { newPasswordFault } from '../../../shared/identity/new-password-fault.ts';
import { PasswordField } from '../../../shared/identity/password-field.tsx';
import { SettingEditor } from '../../../shared/settings/setting-editor.tsx';
import { useSubmit } from '../../../shared/settings/use-submit.ts';
import { mustMatchPassword, passwordHint } from '../../../ui/field-messages.tsx';

/** Form to change the password, which ends all other sessions (SC-03). Checks the rules before the call. */
export const PasswordEditor = ({ onCancel, onDone }: { onCancel: () => void; onDone: () => Promise<void> }) => {
  const [next, setNext] = useState('');
  const [repeat, setRepeat] = useState('');
  const [password, setPassword] = useState('');
  const [left, setLeft] = useState({ next: false, repeat: false });
  const fault = newPasswordFault(next);
  const submission = useSubmit(
    async () => {
      await adoptTokens(await call('POST /api/auth/me/change-password', { body: { password, newPassword: next } }));
      await onDone();
    },
    () => fault === null && repeat === next,
  );
  const { failure, failedField, tries } = submission;
  const shownFault = left.next || tries > 0 ? fault : null;
  const differs = (left.repeat || tries > 0) && repeat !== next;
  return (
    <SettingEditor
      title={<Trans>Password</Trans>}
      about={<Trans>You'll be signed out on all other devices</Trans>}
      submission={submission}
      filled={next !== '' && repeat !== ''}
      unsure={<Trans>If it was, you have to sign in again, with the new password.</Trans>}
      password={{ value: password, onChange: setPassword }}
      onCancel={onCancel}
    >
      <PasswordField
        label={<Trans>New password</Trans>}
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.target.value)}
        onBlur={() => setLeft((before) => ({ ...before, next: true }))}
        error={
          failure && failedField === 'newPassword' ? (
            <FailureText of={failure} context={settingFailures()} />
          ) : (
            newPasswordError(shownFault)
          )
        }
        hint={passwordHint()}
      />
      <PasswordField
        label={<Trans>Repeat new password</Trans>}
        autoComplete="new-password"
        value={repeat}
        onChange={(event) => setRepeat(event.target.value)}
        onBlur={() => setLeft((before) => ({ ...before, repeat: repeat !== '' }))}
        error={differs && mustMatchPassword()}
      />
    </SettingEditor>
  );
};

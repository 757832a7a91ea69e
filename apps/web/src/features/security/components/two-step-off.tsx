import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { SettingEditor } from '../../../ui/setting-editor.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';

/** Two-step off: only with the account password (SC-02, SC-05). */
export const TwoStepOff = ({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) => {
  const [password, setPassword] = useState('');
  const submission = useSubmit(async () => {
    await call('DELETE /api/auth/me/security/mfa', { body: { password } });
    onDone();
  });
  return (
    <SettingEditor
      title={<Trans>Two-step authentication</Trans>}
      about={<Trans>Turn it off</Trans>}
      submission={submission}
      filled
      password={{ value: password, onChange: setPassword }}
      onCancel={onCancel}
    >
      <p className="muted">
        <Trans>
          Your password alone then opens your account. Your recovery codes stop working, and everywhere else you are
          signed out.
        </Trans>
      </p>
    </SettingEditor>
  );
};

import { Trans } from '@lingui/react/macro';
import { call } from '../../../lib/call.ts';
import { adoptTokens } from '../../../lib/session/adopt-tokens.ts';
import { ConfirmEditor } from '../../../shared/settings/confirm-editor.tsx';
import { signInIfDone } from './sign-in-if-done.tsx';

/** Editor that turns two-step authentication off with the password (SC-02, SC-05). */
export const TwoStepOff = ({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) => (
  <ConfirmEditor
    title={<Trans>Two-step authentication</Trans>}
    about={<Trans>Turn it off</Trans>}
    unsure={signInIfDone()}
    act={async (password) => {
      await adoptTokens(await call('DELETE /api/auth/me/security/mfa', { body: { password } }));
      onDone();
    }}
    onCancel={onCancel}
  >
    <Trans>
      You'll sign in with just your password. Your recovery codes stop working, and you'll be signed out on all other
      devices.
    </Trans>
  </ConfirmEditor>
);

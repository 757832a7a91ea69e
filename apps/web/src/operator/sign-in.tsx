import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../lib/browser-store.ts';
import { CallError } from '../lib/call-error.ts';
import { config } from '../lib/config.ts';
import { useAction } from '../lib/use-action.ts';
import { CodeField } from '../shared/identity/code-field.tsx';
import { PasswordField } from '../shared/identity/password-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { callOperatorApi } from './call.ts';
import { CenteredPage } from './centered-page.tsx';
import { dropDraftsOfOthers } from './draft.ts';
import { ErrorNotice, signInFailures } from './failures.tsx';
import { signedOutReason, storeSession } from './session.ts';
import { useTabTitle } from './tab-title.ts';

/**
 * Storage key of the device token of the last sign-in. The token gives no access: with it, attempts elsewhere cannot
 * lock out the operator.
 */
const DEVICE_KEY = 'foyer.operatorDevice';

/** Sign-in form of operators (OP-01). An account of a customer does not work here. Typed text stays after a refusal. */
export const SignIn = () => {
  useTabTitle(t`Sign in`);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  useEffect(() => emailInput.current?.focus(), []);
  useEffect(() => {
    if (needsCode) codeInput.current?.focus();
  }, [needsCode]);

  const { state, run } = useAction(async (given: string) => {
    const known = readStored(DEVICE_KEY);
    const body = { email: email.trim(), password, ...(given && { code: given }), ...(known && { device: known }) };
    try {
      const { token, device, operator } = await callOperatorApi('POST /api/operator/sessions', { body });
      writeStored(DEVICE_KEY, device);
      dropDraftsOfOthers(operator.id);
      storeSession(token);
    } catch (error) {
      if (!(error instanceof CallError && error.type === 'MFA_REQUIRED')) throw error;
      setNeedsCode(true);
    }
  });
  const busy = state.kind === 'running';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void run(code);
  };

  return (
    <CenteredPage title={<Trans>Foyer Operator</Trans>} about={<p className="muted">{config.brand.vendor}</p>}>
      <Card pad>
        <form className="stack" onSubmit={submit} noValidate>
          {state.kind === 'failed' && <ErrorNotice error={state.error} context={signInFailures} />}
          {state.kind !== 'failed' && signedOutReason() === 'ended' && (
            <p role="status">
              <Trans>Your session ended. Sign in again.</Trans>
            </p>
          )}
          <TextField
            ref={emailInput}
            label={<Trans>Email</Trans>}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <PasswordField
            label={<Trans>Password</Trans>}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          {needsCode && (
            <CodeField
              ref={codeInput}
              label={<Trans>One-time code</Trans>}
              value={code}
              onValue={setCode}
              onComplete={(digits) => !busy && void run(digits)}
            />
          )}
          <Button type="submit" variant="primary" full busy={busy} busyLabel={<Trans>Signing in…</Trans>}>
            <Trans>Sign in</Trans>
          </Button>
        </form>
      </Card>
    </CenteredPage>
  );
};

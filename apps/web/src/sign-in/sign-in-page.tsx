import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../lib/call.ts';
import { CallError } from '../lib/call-error.ts';
import { config } from '../lib/config.ts';
import { redirect } from '../lib/redirect.ts';
import { leaveMark } from '../lib/session/sign-in-mark.ts';
import { useAction } from '../lib/use-action.ts';
import { required } from '../ui/field-messages.tsx';
import { Link } from '../ui/link.tsx';
import { storeDevice, storedDevice, storeSignOut } from './device.ts';
import { isWrongPassword, signInFailures } from './failures.tsx';
import { Frame } from './frame.tsx';
import { FailureNote, Note } from './note.tsx';
import type { PageProps } from './page-props.ts';
import { askForPasskey } from './passkey.ts';
import { reasonText } from './reason.tsx';
import { codeChallengeIn, destinationIn, returnAddress, withCode, withToken } from './return-address.ts';
import { signInPaths } from './route.ts';
import { SecondStep, type StepProof } from './second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useFields } from './use-fields.ts';

/** Sign-in page (SE-11). Keeps no session: it redirects to the portal with a token, or to a client with a code (SE-02). */
export const SignInPage = ({ arrived, email, onEmail }: PageProps) => {
  const query = new URLSearchParams(location.search);
  const codeChallenge = codeChallengeIn(query);
  const back = returnAddress(query.get('return'), config.clients, codeChallenge);
  const reason = query.get('reason');
  useEffect(() => storeSignOut(reason), [reason]);
  const { vendor } = config.brand;
  const [methods, setMethods] = useState<readonly string[] | null>(null);
  const fields = useFields(
    { email, password: '' },
    (values) => ({ email: values.email.trim() ? null : required(), password: values.password ? null : required() }),
    (name, value) => name === 'email' && onEmail(value),
  );

  const { form } = fields;
  // after the registration the password is missing; on another way here without an email the title has the focus
  const [firstField] = useState(arrived ? email && 'password' : 'email');
  useEffect(() => {
    if (firstField && !methods) form.current?.querySelector<HTMLElement>(`[name=${firstField}]`)?.focus();
  }, [firstField, methods, form]);

  const finish = async ({ refreshToken, device }: { refreshToken: string; device: string }) => {
    storeDevice(device);
    if (codeChallenge && back.origin !== location.origin) {
      const body = { refreshToken, returnAddress: back.href, codeChallenge };
      redirect.to(withCode(back, (await call('POST /api/auth/authorization-codes', { body })).code));
    } else {
      redirect.to(withToken(back, `${refreshToken}~${leaveMark()}`));
    }
    return new Promise<never>(() => {}); // stays pending, so that the button is busy until the page is left
  };

  const withPassword = async (proof: StepProof = {}) => {
    const { email, password } = fields.values;
    const body = { email: email.trim(), password, ...proof, ...storedDevice() };
    return finish(await call('POST /api/auth/sessions', { body }));
  };

  const { state, run } = useAction(async (way: 'password' | 'passkey') => {
    if (way === 'passkey') {
      const body = { ...(await askForPasskey()), ...storedDevice() };
      return finish(await call('POST /api/auth/passkey-sessions', { body }));
    }
    try {
      return await withPassword();
    } catch (error) {
      if (isWrongPassword(error)) {
        const password = fields.input('password');
        password?.focus();
        password?.select(); // the next text replaces this one
      }
      if (!(error instanceof CallError && error.type === 'MFA_REQUIRED')) throw error;
      setMethods(error.methods ?? []);
    }
  });

  if (methods) return <SecondStep methods={methods} prove={withPassword} onBack={() => setMethods(null)} />;

  const reasonMessage = reasonText(reason, destinationIn(back));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.kind !== 'running' && fields.accept()) void run('password');
  };

  return (
    <Frame
      tab={t`Sign in`}
      title={<Trans>Sign in to {vendor}</Trans>}
      about={<Trans>Continue to your account</Trans>}
      message={
        state.kind === 'failed' ? (
          <FailureNote error={state.error} context={signInFailures} takesFocus={!isWrongPassword(state.error)} />
        ) : (
          reasonMessage && <Note>{reasonMessage}</Note>
        )
      }
      arrived={arrived}
      below={
        <Trans>
          New to {vendor}?{' '}
          <Link className="link" href={signInPaths.register}>
            Create an account
          </Link>
        </Trans>
      }
    >
      <SignInForm fields={fields} state={state} onSubmit={submit} onPasskey={() => void run('passkey')} />
    </Frame>
  );
};

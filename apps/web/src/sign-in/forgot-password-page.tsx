import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { useAction } from '../lib/use-action.ts';
import { Link } from '../ui/link.tsx';
import { EmailField, emailError } from './email-field.tsx';
import { Form } from './form.tsx';
import { Frame } from './frame.tsx';
import { FailureNote } from './note.tsx';
import { OutcomePage } from './outcome-page.tsx';
import type { PageProps } from './page-props.ts';
import { signInPaths } from './route.ts';
import { useFields } from './use-fields.ts';

/**
 * Form that requests a link to set a new password (SE-11). The answer is the same whether or not there is an account
 * (INV-19).
 */
export const ForgotPasswordPage = ({ arrived, email, onEmail }: PageProps) => {
  const [sent, setSent] = useState(false);
  const fields = useFields(
    { email },
    (values) => ({ email: emailError(values.email) }),
    (_, value) => onEmail(value),
  );
  const { state, run } = useAction(async () => {
    await call('POST /api/auth/password-resets', { body: { email: fields.values.email.trim() } });
    setSent(true);
  });

  if (sent)
    return (
      <OutcomePage
        tab={t`Check your email`}
        title={<Trans>Check your email</Trans>}
        way={{ to: signInPaths.signIn }}
        wayLabel={<Trans>Back to sign in</Trans>}
        primary={false}
      >
        <p>
          <Trans>
            If there is an account for this address, a link to set a new password is on its way. It works for one hour.
          </Trans>
        </p>
      </OutcomePage>
    );

  return (
    <Frame
      key="form"
      message={state.kind === 'failed' && <FailureNote error={state.error} />}
      arrived={arrived}
      tab={t`Forgot password`}
      title={<Trans>Forgot your password?</Trans>}
      about={<Trans>We'll email you a link to reset it</Trans>}
      below={
        <Link className="link" href={signInPaths.signIn}>
          <Trans>Back to sign in</Trans>
        </Link>
      }
    >
      <Form
        fields={fields}
        state={state}
        send={run}
        label={<Trans>Send link</Trans>}
        busyLabel={<Trans>Sending…</Trans>}
      >
        <EmailField field={fields.field('email')} />
      </Form>
    </Frame>
  );
};

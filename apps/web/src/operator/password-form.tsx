import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAction } from '../lib/use-action.ts';
import { newPasswordError } from '../shared/identity/new-password.tsx';
import { newPasswordFault } from '../shared/identity/new-password-fault.ts';
import { PasswordField } from '../shared/identity/password-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { mustMatchPassword, passwordHint, required } from '../ui/field-messages.tsx';
import { callOperatorApi } from './call.ts';
import { ErrorNotice, passwordFailures } from './failures.tsx';
import styles from './frame.module.css';
import { useShowOutcome } from './outcome-banner.tsx';

const emptyEntries = { password: '', next: '', repeat: '' };

interface PasswordFormProps {
  /** The form is all there is on the page: it takes the focus, and its button has the width of the card. */
  isWholePage?: boolean;
}

/**
 * Form to change the operator's own password (OP-01). The first one was shown on the terminal of the administrator who
 * added the operator.
 */
export const PasswordForm = ({ isWholePage = false }: PasswordFormProps) => {
  const showOutcome = useShowOutcome();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(emptyEntries);
  const [tried, setTried] = useState(0);
  useEffect(() => {
    if (isWholePage) form.current?.querySelector('input')?.focus();
  }, [isWholePage]);
  useEffect(() => {
    if (tried > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tried]);

  const fault = newPasswordFault(typed.next);
  const { state, run } = useAction(async () => {
    const { password, next: newPassword } = typed;
    await callOperatorApi('POST /api/operator/me/change-password', { body: { password, newPassword } });
    setTyped(emptyEntries);
    setTried(0);
    showOutcome({ text: t`Your password is changed. You're signed out on all other devices.` });
    // refetches the operator, which opens the site for an operator who had the printed password
    await queries.invalidateQueries({ queryKey: ['GET /api/operator/me'] });
  });
  const busy = state.kind === 'running';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typed.password && !fault && typed.repeat === typed.next) void run();
    else setTried((before) => before + 1);
  };
  const field = (name: keyof typeof emptyEntries) => ({
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped((before) => ({ ...before, [name]: target.value })),
  });

  return (
    <Card pad className={isWholePage ? undefined : styles.narrow}>
      <form ref={form} className="stack" onSubmit={submit} noValidate>
        {state.kind === 'failed' && <ErrorNotice error={state.error} context={passwordFailures} />}
        <PasswordField
          {...field('password')}
          label={<Trans>Current password</Trans>}
          error={tried > 0 && !typed.password && required()}
        />
        <PasswordField
          {...field('next')}
          label={<Trans>New password</Trans>}
          autoComplete="new-password"
          hint={passwordHint()}
          error={tried > 0 && newPasswordError(fault)}
        />
        <PasswordField
          {...field('repeat')}
          label={<Trans>Repeat new password</Trans>}
          autoComplete="new-password"
          error={tried > 0 && typed.repeat !== typed.next && mustMatchPassword()}
        />
        <div>
          <Button type="submit" variant="primary" full={isWholePage} busy={busy} busyLabel={<Trans>Changing…</Trans>}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
};

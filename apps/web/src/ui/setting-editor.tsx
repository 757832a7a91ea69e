import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { config } from '../lib/config.ts';
import { AccountName } from './account-name.tsx';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { PasswordField } from './password-field.tsx';
import { isOutcomeUnknown } from './refusal.ts';
import { RefusalText } from './refusal-text.tsx';
import styles from './setting-row.module.css';
import type { Submission } from './use-submit.ts';

interface SettingEditorProps {
  title: ReactNode;
  /** A short line under the title. */
  about?: ReactNode;
  /** The entries need the whole width: the title goes above them. */
  wide?: boolean;
  submission: Submission;
  /** All that has to be entered is entered, the password apart. */
  filled: boolean;
  /** The account password as typed so far; left out where a change asks for none. Not asked for where there is none. */
  password?: { value: string; onChange: (password: string) => void };
  /** How one can tell whether it was done, after an answer that was lost. */
  unsure: ReactNode;
  /** In the place of the password: what happens next. */
  say?: ReactNode;
  apply?: ReactNode;
  danger?: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * A setting while it is being changed, with its confirm footer: account password, Cancel, Apply. Apply waits until all is
 * filled in and works once at a time (SC-02), and what is being applied is not cancelled any more. A refusal stands at the field it is about, and the focus goes there.
 */
export const SettingEditor = ({
  title,
  about,
  wide,
  submission,
  filled,
  password: typed,
  unsure,
  say,
  apply,
  danger,
  onCancel,
  children,
}: SettingEditorProps) => {
  const { busy, refusal, tries, submit, clearRefusal } = submission;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tries]);
  const password = config.signIn === 'own' ? typed : undefined;
  const ready = filled && password?.value !== '';
  const wrongPassword = refusal?.field === 'password';
  return (
    <form
      ref={form}
      noValidate
      onChange={clearRefusal}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void submit();
      }}
    >
      {password && <AccountName />}
      <div className={cx(styles.body, wide && styles.wide)}>
        <div>
          <h3 className={styles.name}>{title}</h3>
          {about && <p className={styles.aside}>{about}</p>}
        </div>
        <div className={styles.fields}>{children}</div>
      </div>
      <div className={cx(styles.footer, !wide && styles.indented, password && styles.withPassword)}>
        {refusal && !refusal.field && (
          <p className={styles.alert} role="alert">
            <RefusalText of={refusal} /> {isOutcomeUnknown(refusal) && unsure}
          </p>
        )}
        {password && (
          <PasswordField
            className={styles.password}
            label={<Trans>Account password</Trans>}
            value={password.value}
            onChange={(event) => password.onChange(event.target.value)}
            error={wrongPassword && <RefusalText of={refusal} />}
          />
        )}
        {say && <p className={styles.message}>{say}</p>}
        <div className={styles.actions}>
          <Button onClick={onCancel} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={!ready}
            busy={busy}
            busyLabel={<Trans>Applying…</Trans>}
          >
            {apply ?? <Trans>Apply</Trans>}
          </Button>
        </div>
      </div>
    </form>
  );
};

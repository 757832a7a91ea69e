import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { config } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { AccountName } from '../account/account-name.tsx';
import { settingFailures } from '../failures/setting-words.tsx';
import { FailureText } from '../failures/words.tsx';
import { PasswordField } from '../identity/password-field.tsx';
import styles from './setting-row.module.css';
import type { Submission } from './use-submit.ts';

interface SettingEditorProps {
  title: ReactNode;
  /** Short line under the title. */
  about?: ReactNode;
  /**
   * Puts the title above the fields, because they need the full width. The title takes the focus, so that screen readers
   * read what comes before the first field.
   */
  wide?: boolean;
  submission: Submission;
  /** All fields except the password are complete. */
  filled: boolean;
  /** Account password; omitted if the change needs none. Not asked for if the account has none. */
  password?: { value: string; onChange: (password: string) => void };
  /** Says how the user can check whether it was done, after a lost answer. */
  unsure: ReactNode;
  /** Shown instead of the password: the next step. */
  say?: ReactNode;
  apply?: ReactNode;
  danger?: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * Editor of a setting with password, Cancel and Apply. Apply needs complete fields, runs once, and cannot be canceled
 * while it runs (SC-02). A refusal is shown at its field, which takes the focus.
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
  const { busy, failure, failedField, tries, submit, clearFailure } = submission;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tries]);
  const password = config.signIn === 'own' ? typed : undefined;
  const ready = filled && password?.value !== '';
  const failureText = failure && <FailureText of={failure} context={settingFailures(unsure)} />;
  return (
    <form
      ref={form}
      noValidate
      onChange={clearFailure}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void submit();
      }}
    >
      {password && <AccountName />}
      <div className={cx(styles.body, wide && styles.wide)}>
        <div>
          <h3 className="strong" {...(wide && { tabIndex: -1, 'data-first': true })}>
            {title}
          </h3>
          {about && <p className={styles.aside}>{about}</p>}
        </div>
        <div className={styles.fields}>{children}</div>
      </div>
      <div className={cx(styles.footer, !wide && styles.indented, password && styles.withPassword)}>
        {failureText && !failedField && (
          <p className={styles.alert} role="alert">
            {failureText}
          </p>
        )}
        {password && (
          <PasswordField
            className={styles.password}
            label={<Trans>Account password</Trans>}
            value={password.value}
            onChange={(event) => password.onChange(event.target.value)}
            error={failedField === 'password' && failureText}
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

import { REASON_MAX } from '@foyer/contract/vocabulary/operator-roles';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type CommandKeys, useCommand } from '../lib/use-command.ts';
import { FailureNotice } from '../shared/failures/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { required } from '../ui/field-messages.tsx';
import { useOperatorDraft } from './draft.ts';
import { failures } from './failures.tsx';
import styles from './operator-site.module.css';
import { type Outcome, useShowOutcome } from './outcome-banner.tsx';

interface ActionFormProps {
  title: ReactNode;
  /** Effect of the command and the object that it changes. */
  consequence: ReactNode;
  /** Additional fields. */
  children?: ReactNode;
  verb: ReactNode;
  busyVerb: ReactNode;
  danger?: boolean;
  /** The additional fields are valid. They show their own errors. */
  accept?: () => boolean;
  /** Runs the command and returns the text of its outcome; null if the page shows the outcome. */
  act: (reason: string, idempotencyKey: string) => Promise<string | Outcome | null>;
  /**
   * Name of the draft with the object of the command, for forms whose values survive the end of the session (draft.ts).
   */
  draft?: string;
  /** The page shows the outcome in place of the form. */
  keepsOpen?: boolean;
  onClose: () => void;
}

/**
 * Key of an opened form. One opening is one command, also with other entries: if its answer was lost, the server refuses them.
 * No call tells the outcome of an operator's command, so sending it again finds out.
 */
const useFormKeys = (draft: string | null): CommandKeys => {
  const [key, setKey] = useOperatorDraft<string>(draft, () => crypto.randomUUID());
  return {
    keyFor: () => {
      setKey(key); // stored in the draft from now on
      return key;
    },
    clear: () => setKey(crypto.randomUUID()),
    isDecided: async () => false,
  };
};

/** Form of a command with effect, reason, Cancel and the button (OP-01: every change needs a reason). */
export const ActionForm = ({
  title,
  consequence,
  children,
  verb,
  busyVerb,
  danger,
  accept = () => true,
  act,
  draft,
  keepsOpen = false,
  onClose,
}: ActionFormProps) => {
  const id = useId();
  const queries = useQueryClient();
  const showOutcome = useShowOutcome();
  const form = useRef<HTMLFormElement>(null);
  const draftOf = (part: string) => (draft === undefined ? null : `${draft} ${part}`);
  const [reason, setReason] = useOperatorDraft(draftOf('reason'), () => '');
  const keys = useFormKeys(draftOf('key'));
  const [tried, setTried] = useState(0);

  useEffect(() => {
    const opener = document.activeElement;
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
    // focus on the element that opened the form, if it still exists
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  useEffect(() => {
    if (tried > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tried]);

  const refetch = () => void queries.invalidateQueries();
  const { run, busy, failure } = useCommand({
    keys,
    send: act,
    touches: refetch,
    onDone: (result) => {
      if (result !== null) showOutcome(typeof result === 'string' ? { text: result } : result);
      if (!keepsOpen) onClose();
    },
    onFailed: () => {
      refetch(); // the page was outdated
      return true;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const isAccepted = accept();
    if (isAccepted && reason.trim()) void run(reason.trim());
    else setTried((before) => before + 1);
  };

  return (
    <form ref={form} className={styles.action} aria-labelledby={id} onSubmit={submit} noValidate>
      <h2 id={id}>{title}</h2>
      <p className="muted">{consequence}</p>
      {failure && <FailureNotice of={failure} context={failures} />}
      {children}
      <TextField
        label={<Trans>Reason</Trans>}
        hint={<Trans>Kept in the audit trail, with your name.</Trans>}
        error={tried > 0 && !reason.trim() && required()}
        value={reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
      <div className={styles.footer}>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} busyLabel={busyVerb}>
          {verb}
        </Button>
      </div>
    </form>
  );
};

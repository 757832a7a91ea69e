import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Printer } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { config } from '../../../lib/config.ts';
import { adoptTokens } from '../../../lib/session/adopt-tokens.ts';
import { ConfirmEditor } from '../../../shared/settings/confirm-editor.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { recoveryCodesQuery } from '../queries/recovery-codes.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './two-step.module.css';

/** New recovery codes, shown once. The server stores only their hashes and cannot show them again (BY-01). */
const NewCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className={styles.shown} data-shown-once>
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Your recovery codes</Trans>
      </h3>
      <p className="muted">
        <Trans>
          Store them somewhere you can reach without your phone. Each works once, instead of a code from your app. We
          can't show them again.
        </Trans>
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.tools}>
        <CopyButton text={text} />
        <Button
          size="sm"
          variant="quiet"
          onClick={() => saveFile(`${config.brand.key}-recovery-codes.txt`, `${text}\n`, 'text/plain')}
        >
          <Icon of={Download} size={16} />
          <Trans>Download</Trans>
        </Button>
        <Button size="sm" variant="quiet" onClick={() => print()}>
          <Icon of={Printer} size={16} />
          <Trans>Print</Trans>
        </Button>
        <Button size="sm" variant="primary" onClick={onClose}>
          <Trans>I have saved them</Trans>
        </Button>
      </div>
    </div>
  );
};

interface RecoveryCodesProps {
  /** True just after two-step authentication was turned on, when there are no old codes to replace. */
  first: boolean;
  onCancel: () => void;
  /** Called after new codes were made, because the number of remaining codes changed. */
  onMade: () => void;
  onClose: () => void;
}

/** Editor that makes ten new recovery codes with the password; old ones stop working (BY-01). */
export const RecoveryCodes = ({ first, onCancel, onMade, onClose }: RecoveryCodesProps) => {
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // The codes that the user decides to replace. Another tab may replace them meanwhile, and still show its new ones.
  const [replaces, setReplaces] = useState(() => queries.getQueryData(recoveryCodesQuery.queryKey)?.createdAt);
  const [isOutdated, setIsOutdated] = useState(false);
  const make = async (password: string) => {
    try {
      const made = await call('POST /api/auth/me/security/recovery-codes', { body: { password, replaces } });
      await adoptTokens(made);
      setCodes(made.codes);
      onMade();
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'codes_replaced')) throw error;
      setReplaces((await queries.fetchQuery({ ...recoveryCodesQuery, staleTime: 0 })).createdAt);
      setIsOutdated(true);
    }
  };
  if (codes) return <NewCodes codes={codes} onClose={onClose} />;
  return (
    <ConfirmEditor
      title={<Trans>Recovery codes</Trans>}
      about={<Trans>For when you lose your phone</Trans>}
      unsure={
        <Trans>
          If it was, you have to sign in again. Your old codes have stopped working and no one has seen the new ones.
          Make new ones again.
        </Trans>
      }
      act={make}
      onCancel={onCancel}
    >
      {isOutdated ? (
        <span role="alert">
          <Trans>
            New codes were made elsewhere meanwhile, so none were made here. Apply replaces those, and they stop
            working.
          </Trans>
        </span>
      ) : first ? (
        <Trans>
          Two-step authentication is on. Apply shows 10 recovery codes: without one of them, a lost phone locks you out.
        </Trans>
      ) : (
        <Trans>You'll get 10 new codes. Your current codes stop working.</Trans>
      )}
    </ConfirmEditor>
  );
};

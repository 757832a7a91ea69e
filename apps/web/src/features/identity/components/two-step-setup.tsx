import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { failureOf } from '../../../lib/failure.ts';
import { adoptTokens } from '../../../lib/session/adopt-tokens.ts';
import { refusedFieldOf } from '../../../shared/failures/setting-field.ts';
import { settingFailures } from '../../../shared/failures/setting-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { CodeField } from '../../../shared/identity/code-field.tsx';
import { ConfirmEditor } from '../../../shared/settings/confirm-editor.tsx';
import { SettingEditor } from '../../../shared/settings/setting-editor.tsx';
import { FocusFirst } from '../../../shared/settings/setting-row.tsx';
import { useSubmit } from '../../../shared/settings/use-submit.ts';
import { Retry } from '../../../ui/retry.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CopyButton } from './copy-button.tsx';
import { signInIfDone } from './sign-in-if-done.tsx';
import styles from './two-step.module.css';

const DIGITS = 6;
/** Size of the QR code. The background of its image is white in both themes, because cameras need it. */
const QR_PX = 176;

/** Formats the secret in groups of four, for typing it. */
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

const KEY = ['two-step-setup'];
const startSetup = (password?: string) => call('POST /api/auth/me/security/mfa', { body: { password } });

type Setup = Awaited<ReturnType<typeof startSetup>>;

interface ProveFirstProps {
  onProved: (setup: Setup) => void;
  onCancel: () => void;
}

/**
 * Asks for the password if the sign-in was some time ago. Otherwise another person at an open page could add an
 * authenticator app and lock the owner out.
 */
const ProveFirst = ({ onProved, onCancel }: ProveFirstProps) => (
  <ConfirmEditor
    title={<Trans>Two-step authentication</Trans>}
    about={<Trans>Set it up</Trans>}
    unsure={<Trans>Two-step authentication is still off.</Trans>}
    act={async (password) => onProved(await startSetup(password))}
    onCancel={onCancel}
  >
    <Trans>You signed in a while ago. With your account password, Apply shows the QR code.</Trans>
  </ConfirmEditor>
);

interface TwoStepSetupProps {
  onCancel: () => void;
  onDone: () => void;
}

/** Setup with the QR code and the secret as text, confirmed by two codes in a row (SC-05). */
const ScanAndEnter = ({ begun, onCancel, onDone }: TwoStepSetupProps & { begun: UseQueryResult<Setup> }) => {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const submission = useSubmit(async () => {
    const codes = { firstCode: first, secondCode: second };
    await adoptTokens(await call('PUT /api/auth/me/security/mfa', { body: codes }));
    onDone();
  });
  const { failure, failedField } = submission;
  const failureText = failure && <FailureText of={failure} context={settingFailures()} />;
  return (
    <SettingEditor
      wide
      title={<Trans>Two-step authentication</Trans>}
      about={
        <Trans>
          We'll also ask for a code from your authenticator app, so a stolen password isn't enough to sign in.
        </Trans>
      }
      submission={submission}
      filled={begun.isSuccess && first.length === DIGITS && second.length === DIGITS}
      unsure={signInIfDone()}
      say={<Trans>Next we'll show 10 recovery codes, in case you lose your phone.</Trans>}
      onCancel={onCancel}
    >
      {begun.isError ? (
        <Retry title={<Trans>We couldn't make a QR code.</Trans>} of={begun}>
          <Trans>Two-step authentication is still off.</Trans>
        </Retry>
      ) : (
        <div className={styles.setup}>
          <div className={styles.code}>
            {begun.data ? (
              <img src={begun.data.qrCode} width={QR_PX} height={QR_PX} alt={t`QR code for your authenticator app`} />
            ) : (
              <>
                <span className="sr" role="status">
                  <Trans>Loading…</Trans>
                </span>
                <Skeleton width={QR_PX} height={QR_PX} radius={8} />
              </>
            )}
          </div>
          <ol className={styles.steps}>
            <li>
              <h4>
                <Trans>Scan the QR code with your authenticator app</Trans>
              </h4>
              <p className="small">
                <Trans>Can't scan? Enter this key instead:</Trans>
              </p>
              <div className={styles.key}>
                {begun.data ? (
                  <>
                    <code>{inGroups(begun.data.secret)}</code>
                    <CopyButton text={begun.data.secret} />
                  </>
                ) : (
                  <Skeleton width={250} height={24} />
                )}
              </div>
            </li>
            <li>
              <CodeField
                label={<Trans>Enter the code it shows</Trans>}
                value={first}
                onValue={setFirst}
                error={failedField === 'first' && failureText}
              />
            </li>
            <li>
              <CodeField
                label={<Trans>Wait for the next code and enter that too</Trans>}
                value={second}
                onValue={setSecond}
                disabled={!begun.data}
                error={failedField === 'second' && failureText}
                hint={<Trans>Codes change every 30 seconds. Two in a row prove the app is set up.</Trans>}
              />
            </li>
          </ol>
        </div>
      )}
    </SettingEditor>
  );
};

/** Setup of two-step authentication: the password if needed, then the code to scan. */
export const TwoStepSetup = ({ onCancel, onDone }: TwoStepSetupProps) => {
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  // The secret is new each time the editor opens and is dropped with it (gcTime). A refetch would replace the secret
  // that was just scanned, so it never happens automatically, and the key is not under `security`, which is refetched
  // when a session ends.
  const begun = useQuery({
    queryKey: KEY,
    queryFn: () => startSetup(),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const asksFirst = begun.isError && refusedFieldOf(failureOf(begun.error)) === 'password';
  return (
    <div ref={place}>
      {asksFirst ? (
        <ProveFirst onProved={(setup) => queries.setQueryData(KEY, setup)} onCancel={onCancel} />
      ) : (
        <ScanAndEnter begun={begun} onCancel={onCancel} onDone={onDone} />
      )}
      <FocusFirst key={String(asksFirst)} within={place} />
    </div>
  );
};

import type { Me } from '@foyer/contract/api/auth';
import { Plural, Trans } from '@lingui/react/macro';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { adoptTokens } from '../../../lib/session/adopt-tokens.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { ConfirmEditor } from '../../../shared/settings/confirm-editor.tsx';
import { SettingRow } from '../../../shared/settings/setting-row.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { recoveryCodesQuery } from '../queries/recovery-codes.ts';
import { missingClaimReason, unverifiedEmailReason } from './disabled-reasons.tsx';
import type { RowProps } from './row-props.ts';
import styles from './security.module.css';
import { signInIfDone } from './sign-in-if-done.tsx';

/** Editor that turns two-step authentication off with the password (SC-02, SC-05). */
const TwoStepOff = ({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) => (
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

// on demand, because few users open them; their texts are loaded with the page
const TwoStepSetup = lazyNamed(() => import('./two-step-setup.tsx').then((file) => file.TwoStepSetup));
const RecoveryCodes = lazyNamed(() => import('./recovery-codes.tsx').then((file) => file.RecoveryCodes));

/** Shows the new state at once (SC-05) and refetches the user. */
const showTwoStep = (queries: QueryClient, on: boolean): void => {
  queries.setQueryData(meQuery.queryKey, (me: Me | undefined) =>
    me ? { ...me, user: { ...me.user, isMfaEnabled: on }, mfa: { enabled: on } } : me,
  );
  void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  void queries.invalidateQueries({ queryKey: ['security', 'sessions'] });
  void queries.invalidateQueries({ queryKey: ['security', 'activity'] });
};

/** Row of two-step authentication with the editor for setup or for turning it off (SC-05). */
export const TwoStepRow = ({
  me,
  open,
  onOpen,
  onCancel,
  onUpdated,
  onEnabled,
}: RowProps & { onEnabled: () => void }) => {
  const queries = useQueryClient();
  const on = me.user.isMfaEnabled;
  const known = useRef(on);
  // An open editor must not turn into its opposite after a lost answer or a change in another tab.
  useLayoutEffect(() => {
    if (known.current === on) return;
    known.current = on;
    if (open) (on ? onEnabled : onUpdated)();
  });
  const done = (now: boolean) => {
    known.current = now;
    showTwoStep(queries, now);
    (now ? onEnabled : onUpdated)();
  };
  return (
    <SettingRow
      name={<Trans>Two-step authentication</Trans>}
      value={
        on ? (
          <Trans>On</Trans>
        ) : (
          <span>
            <Trans>
              Off <span className={styles.faint}>· Recommended for accounts with a card</span>
            </Trans>
          </span>
        )
      }
      action={on ? <Trans>Turn off</Trans> : <Trans>Set up</Trans>}
      subject={<Trans>two-step authentication</Trans>}
      open={open}
      onOpen={onOpen}
      refused={missingClaimReason('mfa', me) ?? (on ? null : unverifiedEmailReason(me))}
    >
      {on ? (
        <TwoStepOff onCancel={onCancel} onDone={() => done(false)} />
      ) : (
        <TwoStepSetup onCancel={onCancel} onDone={() => done(true)} />
      )}
    </SettingRow>
  );
};

const RemainingCodes = () => {
  const { data, isPending } = useQuery(recoveryCodesQuery);
  if (isPending) return <Skeleton width={120} height={14} />;
  if (!data) return <Trans>We couldn't load how many are left.</Trans>;
  if (data.createdAt === null) return <Trans>None yet</Trans>;
  return <Plural value={data.left} one="# code left" other="# codes left" />;
};

/**
 * Row of the recovery codes, only with two-step authentication: the number left, and an editor for new ones (BY-01).
 */
export const RecoveryRow = ({ me, open, onOpen, onCancel, onUpdated, first }: RowProps & { first: boolean }) => {
  const queries = useQueryClient();
  return (
    <SettingRow
      name={<Trans>Recovery codes</Trans>}
      value={<RemainingCodes />}
      action={<Trans>New codes</Trans>}
      subject={<Trans>for recovery</Trans>}
      open={open}
      onOpen={onOpen}
      refused={unverifiedEmailReason(me)}
    >
      <RecoveryCodes
        first={first}
        onCancel={onCancel}
        onMade={() => void queries.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey })}
        onClose={onUpdated}
      />
    </SettingRow>
  );
};

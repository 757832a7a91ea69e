import type { Passkey } from '@foyer/contract/api/passkeys';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Plural, Trans } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { SettingRow } from '../../../shared/settings/setting-row.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { unverifiedEmailReason } from './disabled-reasons.tsx';
import type { RowProps } from './row-props.ts';
import styles from './security.module.css';

/** Passkeys of the signed-in user (BY-01). */
const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: async ({ signal }) => (await call('GET /api/auth/me/security/passkeys', {}, { signal })).passkeys,
});

// on demand, because few users open it
const PasskeysEditor = lazyNamed(() => import('./passkeys-editor.tsx').then((file) => file.PasskeysEditor));

const PasskeyList = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const [one] = passkeys;
  if (!one) {
    return (
      <span>
        <Trans>
          None <span className={styles.faint}>· Sign in without typing a password</span>
        </Trans>
      </span>
    );
  }
  return (
    <span>
      <Plural value={passkeys.length} one="# passkey" other="# passkeys" />
      <span className={styles.faint}>
        {` · ${passkeys.map(({ name }) => isolated(name)).join(', ')}`}
        {passkeys.length === 1 && (
          <>
            {', '}
            <Trans>
              added <DateText instant={one.createdAt} />
            </Trans>
          </>
        )}
      </span>
    </span>
  );
};

/** Row of the passkeys (BY-01). */
export const PasskeysRow = ({ me, open, onOpen, onCancel, onUpdated }: RowProps) => {
  const queries = useQueryClient();
  const query = useQuery(passkeysQuery);
  const done = async () => {
    await Promise.allSettled([queries.invalidateQueries({ queryKey: ['security'] })]);
    onUpdated();
  };
  return (
    <SettingRow
      name={<Trans>Passkeys</Trans>}
      value={
        query.data ? (
          <PasskeyList passkeys={query.data} />
        ) : query.isPending ? (
          <span className={styles.waiting} aria-hidden="true">
            <PasskeyList passkeys={[]} />
          </span>
        ) : (
          <>
            <Trans>We couldn't load your passkeys.</Trans>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => void query.refetch()}
              busy={query.isFetching}
              busyLabel={<Trans>Trying…</Trans>}
            >
              <Trans>Try again</Trans>
            </Button>
          </>
        )
      }
      action={query.data?.length === 0 ? <Trans>Add</Trans> : <Trans>Manage</Trans>}
      subject={<Trans>passkeys</Trans>}
      open={open && query.data !== undefined}
      onOpen={onOpen}
      refused={query.data?.length === 0 && unverifiedEmailReason(me)}
    >
      <PasskeysEditor
        passkeys={query.data ?? []}
        refused={unverifiedEmailReason(me)}
        onCancel={onCancel}
        onDone={done}
      />
    </SettingRow>
  );
};

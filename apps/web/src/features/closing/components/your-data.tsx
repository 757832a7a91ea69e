import type { DataExport } from '@foyer/contract/api/closing';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';
import { type ErrorsOf, failureOf } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { settingWords } from '../../../shared/failures/setting-words.tsx';
import { type FailureContext, FailureText, type Words, type WordTable } from '../../../shared/failures/words.tsx';
import { ConfirmEditor } from '../../../shared/settings/confirm-editor.tsx';
import { SettingList, SettingRow, SettingSkeleton } from '../../../shared/settings/setting-row.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { SectionHead } from '../../../ui/section-head.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from './closing.module.css';

const WHILE_MADE_MS = 3_000;

/** Latest data export; polled while it is made (BY-02). */
const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: async ({ signal }) => (await call('GET /api/auth/me/export', {}, { signal })).export,
  refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WHILE_MADE_MS : false),
});

const RequestEditor = ({ onCancel, onDone }: { onCancel: () => void; onDone: (made: DataExport) => void }) => (
  <ConfirmEditor
    title={<Trans>Download my data</Trans>}
    about={<Trans>One JSON file</Trans>}
    unsure={<Trans>If it was, this page will say so in a moment.</Trans>}
    act={async (password) => onDone(await call('POST /api/auth/me/export', { body: { password } }))}
    onCancel={onCancel}
  >
    <Trans>
      Everything we keep about you: profile, addresses, subscriptions, receipts, consents, devices and activity. We'll
      email you when it's ready. You can download it for a week.
    </Trans>
  </ConfirmEditor>
);

const downloadFailures: FailureContext = {
  words: {
    ...settingWords,
    FORBIDDEN: { title: <Trans>It was requested on another device. Request it again here.</Trans> },
    OPERATION_IN_PROGRESS: {
      title: <Trans>We're preparing your copy. This usually takes a minute.</Trans>,
      effect: null,
    },
    TOKEN_EXPIRED: { title: <Trans>The last copy is gone. Ask for a new one.</Trans> },
  } satisfies WordTable & Record<ErrorsOf<'GET /api/auth/me/export/:id'>, Words>,
  unknown: <Trans>The file didn't arrive. Try again.</Trans>,
};

const ReadyExport = ({ made }: { made: DataExport }) => {
  const queries = useQueryClient();
  const { state, run } = useAction(async () => {
    const data = await call('GET /api/auth/me/export/:id', { params: { id: made.id } }).catch((cause) => {
      void queries.invalidateQueries({ queryKey: dataExportQuery.queryKey }); // it may have expired
      throw cause;
    });
    saveFile(`${config.brand.key}-account-data.json`, JSON.stringify(data, null, 2), 'application/json');
  });
  return (
    <>
      <span>
        {made.expiresAt ? (
          <Trans>
            Ready until <DateText instant={made.expiresAt} />
          </Trans>
        ) : (
          <Trans>Ready</Trans>
        )}
      </span>
      <Button
        size="sm"
        variant="primary"
        onClick={() => void run()}
        busy={state.kind === 'running'}
        busyLabel={<Trans>Downloading…</Trans>}
      >
        <Trans>Download</Trans>
      </Button>
      {state.kind === 'failed' && (
        <span className={styles.error} role="alert">
          <FailureText of={failureOf(state.error)} context={downloadFailures} />
        </span>
      )}
    </>
  );
};

const Status = ({ made }: { made: DataExport | null }) => {
  switch (made?.status) {
    case 'pending':
      return <Trans>We're preparing your copy. This usually takes a minute.</Trans>;
    case 'ready':
      return <ReadyExport made={made} />;
    case 'expired':
      return <Trans>The last copy is gone. Ask for a new one.</Trans>;
    default:
      return <Trans>Everything we keep about you, as one file</Trans>;
  }
};

/** Export of personal data (BY-02): requested with the password, made in the background, downloaded as one file. */
export const YourData = () => {
  const toast = useToast();
  const queries = useQueryClient();
  const query = useQuery(dataExportQuery);
  const [open, setOpen] = useState(false);
  const requested = (made: DataExport) => {
    queries.setQueryData(dataExportQuery.queryKey, made);
    setOpen(false);
    toast(t({ message: 'Requested', context: 'file' }));
  };
  return (
    <section className={styles.section} aria-labelledby="your-data">
      <SectionHead id="your-data">
        <Trans>Your data</Trans>
      </SectionHead>
      {query.isPending ? (
        <SettingSkeleton names={[{ key: 'data', name: <Trans>Download my data</Trans> }]} />
      ) : query.isError && query.data === undefined ? (
        <Retry title={<Trans>We couldn't tell whether a copy is ready.</Trans>} of={query}>
          <Trans>Nothing changed; only this part didn't load.</Trans>
        </Retry>
      ) : (
        <SettingList>
          <SettingRow
            name={<Trans>Download my data</Trans>}
            value={<Status made={query.data ?? null} />}
            action={<Trans>Request</Trans>}
            subject={<Trans>a copy of my data</Trans>}
            open={open}
            onOpen={() => setOpen(true)}
            refused={query.data?.status === 'pending' && <Trans>One is on its way.</Trans>}
          >
            <RequestEditor onCancel={() => setOpen(false)} onDone={requested} />
          </SettingRow>
        </SettingList>
      )}
    </section>
  );
};

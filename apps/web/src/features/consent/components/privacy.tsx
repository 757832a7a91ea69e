import type { Me } from '@foyer/contract/api/auth';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { Retry } from '../../../ui/retry.tsx';
import rows from '../../../ui/rows.module.css';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { answerMarketing, marketingQuery } from '../queries/marketing.ts';
import { NotSaved } from './not-saved.tsx';
import styles from './privacy.module.css';

interface ToggleRowProps {
  label: string;
  line: ReactNode;
  checked: boolean;
  /** A change is being saved. */
  saving: boolean;
  failed: ReactNode;
  onChange: (on: boolean) => void;
}

/**
 * Switch of a consent. Shows the new state while it is saved, and restores it with the reason if that fails (HO-05).
 */
const ToggleRow = ({ label, line, checked, saving, failed, onChange }: ToggleRowProps) => {
  const lineId = useId();
  return (
    <li className={styles.row}>
      <div>
        <h3 className="strong">{label}</h3>
        <p className={rows.line} id={lineId}>
          {line}
        </p>
        {failed && (
          <p className={rows.error} role="alert">
            {failed}
          </p>
        )}
      </div>
      <Switch checked={checked} onChange={onChange} label={label} busy={saving} describedBy={lineId} />
    </li>
  );
};

/**
 * Saves the setting as the wanted value and never as a toggle, so that of two quick clicks the last one wins (CO-02).
 * Ignores answers of earlier reads that arrive later. Without an answer the setting is refetched, because it may have
 * been saved (INV-12).
 */
const setDataCollection = async (queries: QueryClient, allowDataCollection: boolean): Promise<void> => {
  const { queryKey } = meQuery;
  let user: Me['user'];
  try {
    user = await call('PATCH /api/auth/me', { body: { allowDataCollection } });
  } catch (error) {
    await queries.invalidateQueries({ queryKey });
    throw error;
  }
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (me: Me | undefined) => me && { ...me, user });
};

const BOTH_PX = 183;

const UsageData = ({ me }: { me: Me }) => {
  const queries = useQueryClient();
  const { state, run } = useAction((on: boolean) => setDataCollection(queries, on));
  return (
    <ToggleRow
      label={t`Allow app usage data collection`}
      line={<Trans>Helps us fix what breaks. Never the content of your files.</Trans>}
      checked={state.kind === 'running' ? state.input : me.user.allowDataCollection}
      saving={state.kind === 'running'}
      failed={state.kind === 'failed' && <NotSaved error={state.error} />}
      onChange={(on) => void run(on)}
    />
  );
};

const MarketingNews = ({ answer }: { answer: 'yes' | 'no' | 'unknown' }) => {
  const queries = useQueryClient();
  const label = t`Marketing news`;
  const line =
    answer === 'unknown'
      ? t`Product updates and offers, at most twice a month. We send nothing until you say yes.`
      : t`Product updates and offers, at most twice a month.`;
  const { state, run } = useAction(async (on: boolean) => {
    const given = on ? 'yes' : 'no';
    await answerMarketing(queries, `${label}: ${line}`, given);
  });
  return (
    <ToggleRow
      label={label}
      line={line}
      checked={state.kind === 'running' ? state.input : answer === 'yes'}
      saving={state.kind === 'running'}
      failed={state.kind === 'failed' && <NotSaved error={state.error} />}
      onChange={(on) => void run(on)}
    />
  );
};

const Switches = () => {
  const me = useQuery(meQuery);
  const marketing = useQuery(marketingQuery);
  if (me.data && marketing.data)
    return (
      <Card as="ul" clip className={styles.list}>
        <UsageData me={me.data} />
        <MarketingNews answer={marketing.data} />
      </Card>
    );
  if (me.isPending || marketing.isPending)
    return (
      <Card>
        <CardSkeleton height={BOTH_PX} />
      </Card>
    );
  return (
    <Retry title={<Trans>We couldn't load your choices.</Trans>} of={[me, marketing]}>
      <Trans>Nothing changed.</Trans>
    </Retry>
  );
};

/** Switches of both consents (HO-05, CO-02). Withdrawing is as easy as giving. */
export const Privacy = () => (
  <section aria-labelledby="privacy">
    <SectionHead id="privacy" aside={<StaleDataNote of={useQuery(marketingQuery)} />}>
      <Trans>Privacy</Trans>
    </SectionHead>
    <Switches />
  </section>
);

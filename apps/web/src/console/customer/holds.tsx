import type { Subscription } from '@foyer/contract/api/shapes';
import type { SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { type Column, Sub, Table } from '../table.tsx';
import { inWords, productNames } from '../words.tsx';

const tones: Readonly<Record<SubscriptionStatus, BadgeTone>> = {
  incomplete: 'warn',
  trialing: 'info',
  active: 'ok',
  past_due: 'warn',
  suspended: 'bad',
  canceled: 'plain',
  incomplete_expired: 'plain',
};

const Ends = ({ of }: { of: Subscription }) => {
  if (of.maintenanceEnds)
    return (
      <>
        <DateText instant={of.maintenanceEnds} />
        <Sub>
          <Trans>maintenance</Trans>
        </Sub>
      </>
    );
  if (!of.currentPeriodEnd) return <Trans>Never</Trans>;
  return (
    <>
      <DateText instant={of.currentPeriodEnd} />
      <Sub>{of.renews ? <Trans>renews</Trans> : <Trans>ends</Trans>}</Sub>
    </>
  );
};

const columns: readonly Column<Subscription>[] = [
  {
    head: <Trans>Plan</Trans>,
    cell: ({ name, product, id }) => (
      <>
        <b>
          {productNames[product]} {name}
        </b>
        <Sub>{id}</Sub>
      </>
    ),
  },
  {
    head: <Trans>Kind</Trans>,
    cell: ({ type, prepaidDisplayCode }) => (
      <>
        {type}
        {prepaidDisplayCode && <Sub>{prepaidDisplayCode}</Sub>}
      </>
    ),
  },
  {
    head: <Trans>State</Trans>,
    cell: ({ status, entitled }) => (
      <>
        <Badge tone={tones[status]}>{inWords(status)}</Badge>
        {!entitled && (
          <Sub>
            <Trans>may not be used</Trans>
          </Sub>
        )}
      </>
    ),
  },
  { head: <Trans>Period ends</Trans>, cell: (of) => <Ends of={of} /> },
  {
    head: <Trans>Renews for</Trans>,
    figures: true,
    cell: ({ renewalCents }) => (renewalCents === null ? <Trans>Nothing</Trans> : <Money cents={renewalCents} />),
  },
];

/** What they have, as their own portal shows it, ended ones too (OP-02). */
export const Holds = ({ holds }: { holds: readonly Subscription[] }) => {
  const { t } = useLingui();
  return (
    <section>
      <SectionHead>
        <Trans>Subscriptions</Trans>
      </SectionHead>
      <Table
        label={t`Subscriptions`}
        columns={columns}
        rows={holds}
        rowKey={({ id }) => id}
        empty={<Trans>They never had a subscription.</Trans>}
      />
    </section>
  );
};

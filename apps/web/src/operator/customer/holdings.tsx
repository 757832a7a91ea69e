import type { Subscription } from '@foyer/contract/api/shapes';
import type { SubscriptionStatus } from '@foyer/contract/vocabulary/subscription-status';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money } from '../../ui/money.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { labelFor, productName } from '../format.tsx';
import { CommandButton, RequiredRole } from '../operator.tsx';
import { subscriptionKindLabels, subscriptionStatusLabels } from '../state-labels.ts';
import tableStyles from '../table.module.css';
import { CellCode, CellDetail, type Column, Table } from '../table.tsx';
import { useFold } from './use-fold.ts';

const tones: Readonly<Record<SubscriptionStatus, BadgeTone>> = {
  requested: 'info',
  incomplete: 'warn',
  trialing: 'info',
  active: 'ok',
  past_due: 'warn',
  suspended: 'bad',
  canceled: 'plain',
  incomplete_expired: 'plain',
};

/** Returns whether the subscription has ended, so that it cannot be ended again. */
const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

/**
 * Returns whether the end of the period still has an effect. It has none for an ended subscription or one that waits
 * for a payment.
 */
const isRunning = ({ status }: Subscription): boolean => status === 'active' || status === 'trialing';

/** Returns the end of a subscription that does not renew, otherwise null. That of a perpetual one is a distant date. */
const endWithoutRenewal = ({ renews, isPerpetual, currentPeriodEnd }: Subscription): string | null =>
  renews || isPerpetual ? null : currentPeriodEnd;

/** State, or that a running plan does not renew. The column beside it has the end. */
const StateBadge = ({ of }: { of: Subscription }) =>
  endWithoutRenewal(of) && of.status === 'active' ? (
    <Badge tone="warn">
      <Trans>Doesn't renew</Trans>
    </Badge>
  ) : (
    <Badge tone={tones[of.status]}>{labelFor(subscriptionStatusLabels, of.status)}</Badge>
  );

const EndCell = ({ of }: { of: Subscription }) => {
  if (of.maintenanceEnds && !isOver(of))
    return (
      <>
        <DateText instant={of.maintenanceEnds} />
        <CellDetail>
          <Trans>maintenance</Trans>
        </CellDetail>
      </>
    );
  if (of.status === 'requested')
    return (
      <CellDetail>
        <Trans>
          requested on <DateText instant={of.currentPeriodStart} />
        </Trans>
      </CellDetail>
    );
  if (!of.currentPeriodEnd) return isOver(of) ? null : <Trans>Never</Trans>;
  return (
    <>
      <DateText instant={of.currentPeriodEnd} />
      {isRunning(of) && <CellDetail>{of.renews ? <Trans>renews</Trans> : <Trans>ends</Trans>}</CellDetail>}
    </>
  );
};

const endCall = 'POST /api/operator/subscriptions/:id/end';

const EndForm = ({ of, onClose }: { of: Subscription; onClose: () => void }) => {
  const name = `${productName(of.product)} ${of.name}`;
  return (
    <ActionForm
      title={<Trans>End {name}</Trans>}
      consequence={
        <Trans>It ends at once and what is owed for it is void. Nothing is given back. This can't be undone.</Trans>
      }
      verb={<Trans>End</Trans>}
      busyVerb={<Trans>Ending…</Trans>}
      danger
      act={async (reason, idempotencyKey) => {
        await callOperatorApi(endCall, { params: { id: of.id }, body: { reason } }, { idempotencyKey });
        return t`${name} has ended.`;
      }}
      onClose={onClose}
    />
  );
};

const acceptCall = 'POST /api/operator/subscriptions/:id/accept';

const AcceptForm = ({ of, onClose }: { of: Subscription; onClose: () => void }) => {
  const name = `${productName(of.product)} ${of.name}`;
  return (
    <ActionForm
      title={<Trans>Accept the request for {name}</Trans>}
      consequence={
        <Trans>
          The plan begins now and replaces what they have of this product. Unused paid days become account credit.
        </Trans>
      }
      verb={<Trans>Accept</Trans>}
      busyVerb={<Trans>Accepting…</Trans>}
      act={async (reason, idempotencyKey) => {
        await callOperatorApi(acceptCall, { params: { id: of.id }, body: { reason } }, { idempotencyKey });
        return t`${name} has begun.`;
      }}
      onClose={onClose}
    />
  );
};

const DeclineForm = ({ of, onClose }: { of: Subscription; onClose: () => void }) => {
  const name = `${productName(of.product)} ${of.name}`;
  return (
    <ActionForm
      title={<Trans>Decline the request for {name}</Trans>}
      consequence={<Trans>The request is closed, and the customer gets an email. What they have doesn't change.</Trans>}
      verb={<Trans>Decline</Trans>}
      busyVerb={<Trans>Declining…</Trans>}
      danger
      act={async (reason, idempotencyKey) => {
        const body = { reason, onlyRequest: true };
        try {
          await callOperatorApi(endCall, { params: { id: of.id }, body }, { idempotencyKey });
        } catch (error) {
          if (!(error instanceof CallError && error.code === 'not_requested')) throw error;
          return { text: t`The request for ${name} was accepted meanwhile. Nothing was declined.`, failed: true };
        }
        return t`The request for ${name} is closed.`;
      }}
      onClose={onClose}
    />
  );
};

/**
 * Form below the row of a subscription. Its kind stays when a refetch changes the row, so that it never becomes another
 * command.
 */
interface OpenForm {
  readonly id: string;
  readonly kind: 'accept' | 'decline' | 'end';
}

const RowForm = ({ of, form, onClose }: { of: Subscription; form: OpenForm | null; onClose: () => void }) => {
  if (form?.id !== of.id) return null;
  if (form.kind === 'accept') return <AcceptForm of={of} onClose={onClose} />;
  if (form.kind === 'decline') return <DeclineForm of={of} onClose={onClose} />;
  return <EndForm of={of} onClose={onClose} />;
};

const columns: readonly Column<Subscription>[] = [
  {
    head: t`Plan`,
    cell: ({ name, product }) => (
      <b>
        {productName(product)} {name}
      </b>
    ),
  },
  {
    head: t`Kind`,
    cell: ({ type, prepaidDisplayCode }) => (
      <>
        {labelFor(subscriptionKindLabels, type)}
        {prepaidDisplayCode && <CellCode>{prepaidDisplayCode}</CellCode>}
      </>
    ),
  },
  {
    head: t`State`,
    cell: (of) => (
      <>
        <StateBadge of={of} />
        {!of.entitled && (
          <CellDetail>
            <Trans>may not be used</Trans>
          </CellDetail>
        )}
      </>
    ),
  },
  { head: t`Period ends`, cell: (of) => <EndCell of={of} /> },
  {
    head: t`Renews for`,
    figures: true,
    cell: (of) => {
      if (of.renewalCents !== null) return <Money cents={of.renewalCents} />;
      if (!isRunning(of) || endWithoutRenewal(of)) return null;
      return (
        <CellDetail>
          <Trans>Nothing</Trans>
        </CellDetail>
      );
    },
  },
];

/** Subscriptions of a customer as the portal shows them, with those that ended (OP-02). */
export const Holdings = ({ holds }: { holds: readonly Subscription[] }) => {
  const reasonId = useId();
  const fold = useFold();
  const [form, setForm] = useState<OpenForm | null>(null);
  return (
    <section>
      <SectionHead aside={<RequiredRole id={reasonId} call={endCall} />}>
        <Trans>Subscriptions</Trans>
      </SectionHead>
      <Table
        label={t`Subscriptions`}
        columns={[
          ...columns,
          {
            head: t`What can be done`,
            commands: true,
            cell: (of) =>
              isOver(of) ? null : (
                <span className={tableStyles.commands}>
                  {of.status === 'requested' && (
                    <CommandButton
                      size="sm"
                      call={acceptCall}
                      reasonAt={reasonId}
                      onClick={() => setForm({ id: of.id, kind: 'accept' })}
                    >
                      <Trans>Accept</Trans>
                    </CommandButton>
                  )}
                  <CommandButton
                    size="sm"
                    call={endCall}
                    reasonAt={reasonId}
                    onClick={() => setForm({ id: of.id, kind: of.status === 'requested' ? 'decline' : 'end' })}
                  >
                    {of.status === 'requested' ? <Trans>Decline</Trans> : <Trans>End</Trans>}
                  </CommandButton>
                </span>
              ),
          },
        ]}
        below={(of) => of.id === form?.id && <RowForm of={of} form={form} onClose={() => setForm(null)} />}
        rows={holds}
        fold={fold}
        compact
        rowKey={({ id }) => id}
        empty={<Trans>They never had a subscription.</Trans>}
      />
    </section>
  );
};

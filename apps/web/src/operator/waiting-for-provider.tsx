import type { OperatorWork } from '@foyer/contract/api/operator';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { moneyText } from '../ui/money.tsx';
import { AccountCell } from './account-cell.tsx';
import { ActionForm } from './action-form.tsx';
import { callOperatorApi } from './call.ts';
import { labelFor, UtcDateTime } from './format.tsx';
import { CommandButton } from './operator.tsx';
import type { Outcome } from './outcome-banner.tsx';
import { chargeLabels, kindLabels, refundLabels } from './record-labels.ts';
import { CellDetail, Table } from './table.tsx';

const ASK = 'POST /api/operator/payments/:id/ask';

/** Asks about a payment. Returns the text for its answer. */
const askAbout = async (id: string, reason: string, idempotencyKey: string): Promise<Outcome> => {
  const input = { params: { id }, body: { reason } };
  const { status, amountCents, isDecided } = await callOperatorApi(ASK, input, { idempotencyKey });
  const amount = moneyText(amountCents);
  if (!isDecided) return { text: t`The payment provider has no answer about ${amount} yet. Try later.`, failed: true };
  return {
    text: status === 'succeeded' ? t`The payment of ${amount} succeeded and is booked.` : t`Nothing was charged.`,
  };
};

interface WaitingProps {
  rows: OperatorWork['waiting'];
  inAll: number;
  more: ReactNode;
}

/** Payments and refunds without an answer. An operator can ask about a payment that the server asks about no more. */
export const WaitingForProvider = (list: WaitingProps) => {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      label={t`Waiting for the payment provider`}
      {...list}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        {
          head: t`What`,
          cell: ({ kind, id }) => (
            <>
              {labelFor(kindLabels, kind)}
              <CellDetail>{id}</CellDetail>
            </>
          ),
        },
        {
          head: t`State`,
          cell: ({ kind, status, isGivenUp }) => (
            <>
              {labelFor(kind === 'refund' ? refundLabels : chargeLabels, status)}
              {isGivenUp && (
                <CellDetail>
                  <Trans>No answer for seven days</Trans>
                </CellDetail>
              )}
            </>
          ),
        },
        { head: t`Customer`, cell: (row) => <AccountCell {...row} /> },
        { head: t`Sent`, cell: ({ at }) => <UtcDateTime instant={at} /> },
        {
          head: t`What can be done`,
          commands: true,
          cell: ({ id, isGivenUp }) =>
            isGivenUp && (
              <CommandButton size="sm" call={ASK} onClick={() => setOpen(id)}>
                <Trans>Ask the provider</Trans>
              </CommandButton>
            ),
        },
      ]}
      below={({ id }) =>
        open === id && (
          <ActionForm
            title={<Trans>Ask the payment provider about this payment</Trans>}
            consequence={<Trans>Nothing is charged. The answer is booked.</Trans>}
            verb={<Trans>Ask the provider</Trans>}
            busyVerb={<Trans>Asking…</Trans>}
            act={(reason, idempotencyKey) => askAbout(id, reason, idempotencyKey)}
            onClose={() => setOpen(null)}
          />
        )
      }
    />
  );
};

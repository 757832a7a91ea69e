import type { OperatorCustomer } from '@foyer/contract/api/operator-customers';
import type { Receipt, ReceiptRefund } from '@foyer/contract/api/receipt';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { cardLabel } from '../../shared/payments/card-brand.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date.tsx';
import { Money, moneyText } from '../../ui/money.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { callOperatorApi } from '../call.ts';
import { labelFor } from '../format.tsx';
import { useRemainingPages } from '../load-more.tsx';
import { CommandButton, RequiredRole } from '../operator.tsx';
import { receiptStatusLabels } from '../state-labels.ts';
import styles from '../table.module.css';
import { CellDetail, Table } from '../table.tsx';
import { ReceiptAction, type ReceiptCommand } from './receipt-action.tsx';
import { useFold } from './use-fold.ts';

const tones: Readonly<Partial<Record<NonNullable<Receipt['status']>, BadgeTone>>> = {
  Paid: 'ok',
  'Payment Failed': 'warn',
  Unpaid: 'bad',
  Processing: 'info',
};

const callOf = {
  refund: 'POST /api/operator/receipts/:id/refund',
  void: 'POST /api/operator/receipts/:id/void',
  'write-off': 'POST /api/operator/receipts/:id/write-off',
} as const;

/** Commands that the state of a receipt allows. The role of the operator is checked separately. */
const commandsFor = (
  { id, isPaid, writtenOff, amountDueCents }: Pick<Receipt, 'id' | 'isPaid' | 'writtenOff' | 'amountDueCents'>,
  refundable: Readonly<Record<string, number>>,
): ReceiptCommand[] => {
  if (id === null) return [];
  const leftCents = refundable[id] ?? 0;
  if (leftCents > 0) return ['refund'];
  return !isPaid && !writtenOff && amountDueCents > 0 ? ['void', 'write-off'] : [];
};

/**
 * Status of a receipt. A written-off receipt shows that first, although customers see `Unpaid`, because they can still
 * pay it.
 */
const ReceiptState = ({ of: { status, writtenOff } }: { of: Pick<Receipt, 'status' | 'writtenOff'> }) => {
  if (writtenOff)
    return (
      <Badge tone="plain">
        <Trans>Written off</Trans>
      </Badge>
    );
  return status && <Badge tone={tones[status] ?? 'plain'}>{labelFor(receiptStatusLabels, status)}</Badge>;
};

/** Reason why the card was not charged, or the charged card. */
const reasonOf = ({ failureMessage, cardBrand, cardLast4 }: Receipt): string | null =>
  failureMessage ?? (cardLast4 ? cardLabel({ brand: cardBrand, last4: cardLast4 }) : null);

/** Attempt of a refund: amount, date and status. */
const RefundLine = ({ of: { amount, status, date } }: { of: ReceiptRefund }) => {
  const sum = moneyText(amount);
  switch (status) {
    case 'succeeded':
      return (
        <Trans>
          {sum} refunded on <DateText instant={date} />
        </Trans>
      );
    case 'sending':
      return (
        <Trans>
          Refund of {sum} without an answer since <DateText instant={date} />
        </Trans>
      );
    case 'failed':
      return (
        <Trans>
          Refund of {sum} failed on <DateText instant={date} />
        </Trans>
      );
    default:
      return status satisfies never;
  }
};

/** Total of a paid receipt. For an unpaid one, the amount that account credit does not cover. */
const Amount = ({
  of: { isPaid, amountDueCents, totalCents },
}: {
  of: Pick<Receipt, 'isPaid' | 'amountDueCents' | 'totalCents'>;
}) => {
  if (isPaid || amountDueCents === totalCents) return <Money cents={totalCents} />;
  const total = moneyText(totalCents);
  return (
    <>
      <Money cents={amountDueCents} />
      <CellDetail>
        <Trans>left of {total}</Trans>
      </CellDetail>
    </>
  );
};

const CommandLabel = ({ command }: { command: ReceiptCommand }) => {
  switch (command) {
    case 'refund':
      return <Trans>Refund</Trans>;
    case 'void':
      return <Trans>Void</Trans>;
    case 'write-off':
      return <Trans>Write off</Trans>;
    default:
      return command satisfies never;
  }
};

/** Payments and open receipts of a customer, with the commands for each (OP-02). */
export const Receipts = ({ accountId, paid }: { accountId: string; paid: OperatorCustomer['paid'] }) => {
  const reasonId = useId();
  const fold = useFold();
  const [open, setOpen] = useState<{ id: string; command: ReceiptCommand } | null>(null);
  const name = 'GET /api/operator/customers/:accountId/receipts';
  const rest = useRemainingPages([name, accountId], paid.nextCursor, (query, signal) =>
    callOperatorApi(name, { params: { accountId }, query }, { signal }),
  );
  const parts = [paid, ...rest.pages];
  const refundable: Record<string, number> = Object.assign({}, ...parts.map((part) => part.refundable));
  return (
    <section>
      <SectionHead aside={<RequiredRole id={reasonId} call={callOf.refund} />}>
        <Trans>Payments</Trans>
      </SectionHead>
      <Table
        label={t`Payments`}
        rows={parts.flatMap(({ receipts }) => receipts)}
        inAll={paid.receiptsInAll}
        more={rest.more}
        fold={fold}
        compact
        rowKey={({ id, createdDate }) => id ?? createdDate}
        empty={<Trans>There is no receipt yet.</Trans>}
        columns={[
          {
            head: t`For`,
            cell: ({ description, invoice }) => (
              <>
                <b>{description}</b>
                <CellDetail>{invoice}</CellDetail>
              </>
            ),
          },
          { head: t`Date`, cell: ({ createdDate }) => <DateText instant={createdDate} /> },
          {
            head: t`Status`,
            cell: (receipt) => (
              <>
                <ReceiptState of={receipt} />
                <CellDetail>{reasonOf(receipt)}</CellDetail>
                {receipt.refunds.map((refund) => (
                  <CellDetail key={refund.id}>
                    <RefundLine of={refund} />
                  </CellDetail>
                ))}
              </>
            ),
          },
          { head: t`Amount`, figures: true, cell: (receipt) => <Amount of={receipt} /> },
          {
            head: t`What can be done`,
            commands: true,
            cell: (receipt) => (
              <span className={styles.commands}>
                {commandsFor(receipt, refundable).map((command) => (
                  <CommandButton
                    key={command}
                    size="sm"
                    call={callOf[command]}
                    reasonAt={reasonId}
                    onClick={() => setOpen({ id: receipt.id ?? '', command })}
                  >
                    <CommandLabel command={command} />
                  </CommandButton>
                ))}
              </span>
            ),
          },
        ]}
        below={(receipt) =>
          open &&
          receipt.id === open.id && (
            <ReceiptAction
              key={open.command}
              command={open.command}
              receipt={receipt}
              leftCents={refundable[open.id] ?? 0}
              onClose={() => setOpen(null)}
            />
          )
        }
      />
    </section>
  );
};

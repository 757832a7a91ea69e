import type { Receipt } from '@foyer/contract/api/receipt';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { moneyText } from '../../ui/money.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { parseDollars } from '../input-formats.ts';

export type ReceiptCommand = 'refund' | 'void' | 'write-off';

interface ReceiptActionProps {
  command: ReceiptCommand;
  receipt: Receipt;
  /** Amount in cents that can still be refunded. */
  leftCents: number;
  onClose: () => void;
}

const dollars = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const RefundForm = ({ receipt, leftCents, onClose }: Omit<ReceiptActionProps, 'command'>) => {
  const [amount, setAmount] = useState(dollars(leftCents));
  const [judged, setJudged] = useState(false);
  const amountCents = parseDollars(amount);
  const isRight = amountCents !== null && amountCents <= leftCents;
  const number = receipt.invoice ?? '';
  const left = moneyText(leftCents);
  return (
    <ActionForm
      title={<Trans>Refund receipt {number}</Trans>}
      consequence={<Trans>The money goes back to what it was paid with. At most {left}. This can't be undone.</Trans>}
      verb={isRight ? <Trans>Refund {moneyText(amountCents)}</Trans> : <Trans>Refund</Trans>}
      busyVerb={<Trans>Refunding…</Trans>}
      danger
      accept={() => {
        setJudged(true);
        return isRight;
      }}
      act={async (reason, idempotencyKey) => {
        const {
          status,
          message,
          amountCents: given,
        } = await callOperatorApi(
          'POST /api/operator/receipts/:id/refund',
          { params: { id: receipt.id ?? '' }, body: { reason, amountCents: amountCents ?? leftCents } },
          { idempotencyKey },
        );
        const sum = moneyText(given);
        if (status === 'succeeded') return t`${sum} refunded.`;
        if (status === 'sending')
          return t`The payment provider hasn't answered about ${sum} yet. We'll keep asking; nothing has to be sent again.`;
        const text = message
          ? t`${sum} could not be refunded: ${message}`
          : t`${sum} could not be refunded. The payment provider gave no reason.`;
        return { text, failed: true };
      }}
      onClose={onClose}
    >
      <TextField
        label={<Trans>Amount in dollars</Trans>}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
        error={judged && !isRight && <Trans>Enter an amount up to {left}.</Trans>}
      />
    </ActionForm>
  );
};

/** Form of a command on one receipt: refund a payment, or write off a debt. */
export const ReceiptAction = ({ command, receipt, leftCents, onClose }: ReceiptActionProps) => {
  const number = receipt.invoice ?? '';
  const due = moneyText(receipt.amountDueCents);
  const params = { id: receipt.id ?? '' };
  switch (command) {
    case 'refund':
      return <RefundForm receipt={receipt} leftCents={leftCents} onClose={onClose} />;
    case 'void':
      return (
        <ActionForm
          title={<Trans>Void receipt {number}</Trans>}
          consequence={
            <Trans>{due} is owed no more, and a subscription that waited for it ends. This can't be undone.</Trans>
          }
          verb={<Trans>Void</Trans>}
          busyVerb={<Trans>Voiding…</Trans>}
          danger
          act={async (reason, idempotencyKey) => {
            await callOperatorApi(
              'POST /api/operator/receipts/:id/void',
              { params, body: { reason } },
              { idempotencyKey },
            );
            return t`Receipt ${number} is void.`;
          }}
          onClose={onClose}
        />
      );
    case 'write-off':
      return (
        <ActionForm
          title={<Trans>Write off receipt {number}</Trans>}
          consequence={<Trans>{due} is given up; the customer may still pay it.</Trans>}
          verb={<Trans>Write off</Trans>}
          busyVerb={<Trans>Writing off…</Trans>}
          danger
          act={async (reason, idempotencyKey) => {
            const input = { params, body: { reason } };
            await callOperatorApi('POST /api/operator/receipts/:id/write-off', input, { idempotencyKey });
            return t`Receipt ${number} is written off.`;
          }}
          onClose={onClose}
        />
      );
    default:
      return command satisfies never;
  }
};

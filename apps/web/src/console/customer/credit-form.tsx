import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { moneyText } from '../../ui/money.tsx';
import { ActionForm } from '../action-form.tsx';
import { consoleCall } from '../call.ts';
import { readDollars } from '../entered.ts';

interface CreditFormProps {
  accountId: string;
  name: string;
  onClose: () => void;
}

const MOST_CENTS = 100_000_00;

/** Gives credit (OP-02). Open receipts are paid with it first, so what is left may be less. */
export const CreditForm = ({ accountId, name, onClose }: CreditFormProps) => {
  const { t } = useLingui();
  const [amount, setAmount] = useState('');
  const [judged, setJudged] = useState(false);
  const amountCents = readDollars(amount);
  const isRight = amountCents !== null && amountCents <= MOST_CENTS;
  return (
    <ActionForm
      title={t`Give credit to ${name}`}
      consequence={<Trans>Open receipts are paid with it first; the rest lowers their next charges.</Trans>}
      verb={<Trans>Give credit</Trans>}
      busyVerb={<Trans>Giving…</Trans>}
      accept={() => {
        setJudged(true);
        return isRight;
      }}
      act={async (reason, idempotencyKey) => {
        const given = amountCents ?? 0;
        const { creditCents, paidReceipts } = await consoleCall(
          'POST /api/operator/customers/:accountId/credit',
          { params: { accountId }, body: { amountCents: given, reason } },
          { idempotencyKey },
        );
        const [gift, balance, count] = [moneyText(given), moneyText(creditCents), paidReceipts.length];
        return count > 0
          ? t`${gift} credit given. Receipts paid with it: ${count}. Account credit is now ${balance}.`
          : t`${gift} credit given. Account credit is now ${balance}.`;
      }}
      onClose={onClose}
    >
      <TextField
        label={<Trans>Amount in dollars</Trans>}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
        error={judged && !isRight && <Trans>Enter an amount like 12.50, up to 100,000.</Trans>}
      />
    </ActionForm>
  );
};

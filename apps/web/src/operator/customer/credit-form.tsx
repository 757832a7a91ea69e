import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { TextField } from '../../ui/field.tsx';
import { moneyText } from '../../ui/money.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { useOperatorDraft } from '../draft.ts';
import { parseDollars } from '../input-formats.ts';

interface CreditFormProps {
  accountId: string;
  name: string;
  onClose: () => void;
}

const MOST_CENTS = 100_000_00;

/**
 * Form that gives credit (OP-02). Open receipts use it first, so less may remain. An amount that equals one of the last
 * hour is refused once, and given when it is sent again.
 */
export const CreditForm = ({ accountId, name, onClose }: CreditFormProps) => {
  const draft = `credit ${accountId}`;
  const [amount, setAmount] = useOperatorDraft(`${draft} amount`, () => '');
  const [judged, setJudged] = useState(false);
  const [givenBeforeCents, setGivenBeforeCents] = useState<number | null>(null);
  const amountCents = parseDollars(amount);
  const isRight = amountCents !== null && amountCents <= MOST_CENTS;
  const again = isRight && amountCents === givenBeforeCents;
  return (
    <ActionForm
      title={t`Give credit to ${name}`}
      consequence={
        <Trans>
          Credit pays open bills first. The rest lowers the next charges. A written-off bill uses it when they pay it.
        </Trans>
      }
      verb={again ? <Trans>Give it once more</Trans> : <Trans>Give credit</Trans>}
      busyVerb={<Trans>Giving…</Trans>}
      accept={() => {
        setJudged(true);
        return isRight;
      }}
      act={async (reason, idempotencyKey) => {
        const given = amountCents ?? 0;
        const { creditCents, usedFor } = await callOperatorApi(
          'POST /api/operator/customers/:accountId/credit',
          { params: { accountId }, body: { amountCents: given, reason, ...(again && { again }) } },
          { idempotencyKey },
        ).catch((error: unknown) => {
          if (error instanceof CallError && error.code === 'granted_before') setGivenBeforeCents(given);
          throw error;
        });
        const [gift, balance] = [moneyText(given), moneyText(creditCents)];
        const receipts = usedFor.map(({ invoice, amountCents: used }) => `${invoice} (${moneyText(used)})`).join(', ');
        return receipts
          ? t`${gift} credit given. Used at once for ${receipts}. Account credit is now ${balance}.`
          : t`${gift} credit given. Account credit is now ${balance}.`;
      }}
      draft={draft}
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

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { moneyText } from '../../ui/money.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';

interface CloseFormProps {
  accountId: string;
  name: string;
  onClose: () => void;
}

/**
 * Form that closes the account of a customer for good (SC-10, OP-02). Names remaining credit, because it must be paid
 * out.
 */
export const CloseForm = ({ accountId, name, onClose }: CloseFormProps) => {
  return (
    <ActionForm
      title={t`Close the account of ${name}`}
      consequence={
        <Trans>
          Every subscription ends at once, without a refund. Open receipts are void. The card and the personal data are
          erased, and the customer is told by email. This can't be undone.
        </Trans>
      }
      verb={<Trans>Close account for good</Trans>}
      busyVerb={<Trans>Closing…</Trans>}
      danger
      act={async (reason, idempotencyKey) => {
        const { creditCents } = await callOperatorApi(
          'POST /api/operator/customers/:accountId/close',
          { params: { accountId }, body: { reason } },
          { idempotencyKey },
        );
        const credit = moneyText(creditCents);
        return creditCents > 0
          ? t`The account of ${name} is closed. Credit left, to be paid out: ${credit}.`
          : t`The account of ${name} is closed.`;
      }}
      draft={`close ${accountId}`}
      onClose={onClose}
    />
  );
};

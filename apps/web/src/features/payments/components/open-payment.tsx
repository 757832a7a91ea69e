import { Trans } from '@lingui/react/macro';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import place from '../../../ui/notice-place.module.css';
import { openReceiptsOldestFirst, processingCents } from '../model/open-receipts.ts';
import { OpenPaymentRetry } from './open-payment-retry.tsx';
import { UnpaidOutcomes } from './overdue-notice.tsx';
import { PayOpen } from './pay-open.tsx';
import { useOpenPayment } from './use-open-payment.ts';

/**
 * Notice about an open receipt: the oldest unpaid one, overdue ones first, else one that is processing. Renders nothing
 * while it loads. Its height is unknown then, so the page shows placeholders below it (SH-12).
 */
export const OpenPayment = () => {
  const { unpaid, account, owed, waits } = useOpenPayment();
  if (unpaid.isError && !unpaid.data) return <OpenPaymentRetry queries={[unpaid]} />;
  // the card block shows that the account did not load
  if (!unpaid.data || !account || waits) return null;
  const open = openReceiptsOldestFirst(unpaid.data);
  const first = open.find(({ status }) => status === 'Unpaid') ?? open[0];
  const underWayCents = processingCents(unpaid.data, account.openChallenges);
  return (
    <>
      <PayOpen
        shown={first}
        payments={account.openPayments}
        account={account}
        questions={account.openChallenges}
        outcomes={<UnpaidOutcomes subscriptions={owed} />}
      />
      {!first && underWayCents > 0 && (
        <div className={place.place}>
          <Notice
            title={
              <Trans>
                <Money cents={underWayCents} /> is still processing
              </Trans>
            }
          >
            <p>
              <Trans>Our payment provider hasn't answered yet. We'll email you the result.</Trans>
            </p>
          </Notice>
        </div>
      )}
    </>
  );
};

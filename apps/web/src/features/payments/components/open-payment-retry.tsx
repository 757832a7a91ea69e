import { Trans } from '@lingui/react/macro';
import place from '../../../ui/notice-place.module.css';
import { type RetriedQuery, Retry } from '../../../ui/retry.tsx';

/** Error with a Retry button, shown instead of the open payment when the receipts or the account did not load. */
export const OpenPaymentRetry = ({ queries }: { queries: readonly RetriedQuery[] }) => (
  <div className={place.place}>
    <Retry title={<Trans>We're having trouble retrieving your open payments.</Trans>} of={queries}>
      <Trans>Nothing changed; only this part didn't load.</Trans>
    </Retry>
  </div>
);

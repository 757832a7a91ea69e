import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountQuery } from '../../../lib/queries/account.ts';
import { Notice } from '../../../ui/notice.tsx';
import { askAgain } from '../queries/told-tabs.ts';

const LOOK_AGAIN_MS = 5_000;

/** A payment that is under way since an earlier visit, or in another tab: nothing else is bought meanwhile (SU-08). */
export const PendingNotice = () => (
  <Notice tone="warn" title={<Trans>Your payment is still processing</Trans>}>
    <p>
      <Trans>
        Our payment provider hasn't answered yet. Don't pay again: we finish it by ourselves and email you the result.
      </Trans>
    </p>
  </Notice>
);

/** The same for an order: looked at until it is decided, so that the page opens up by itself. */
export const PendingOrder = () => {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: accountQuery.queryKey }), LOOK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      askAgain(client);
    };
  }, [client]);
  return <PendingNotice />;
};

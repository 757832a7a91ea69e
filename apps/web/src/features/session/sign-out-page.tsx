import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { config } from '../../lib/config.ts';
import { removeDrafts } from '../../lib/draft.ts';
import { useRouteQuery } from '../../lib/hash-location.ts';
import { redirect } from '../../lib/redirect.ts';
import { sameSitePath } from '../../lib/same-site-path.ts';
import { authenticationAddress, endSession } from '../../lib/session/sign-out.ts';
import { removePaidPayment } from '../../shared/orders/paid.ts';
import { WaitingSessionPage } from './session-page.tsx';
import { urlSafeDestination } from './stored-destination.ts';

/**
 * Page `/signout`: ends the session, then redirects to the sign-in site with the reason and the return address
 * (SE-04).
 */
export const SignOutPage = () => {
  const query = useRouteQuery();
  const queries = useQueryClient();
  const reason = query.get('reason');
  const to = query.get('to');
  useEffect(() => {
    queries.clear(); // the next user must not see data of this account
    const wanted = reason !== 'unauthorized';
    // The drafts are removed, unless the session expired and the user will return (SE-05).
    if (wanted) {
      removeDrafts();
      removePaidPayment();
    }
    const address = authenticationAddress(
      config.authenticationUrl,
      reason,
      urlSafeDestination(to && sameSitePath(to, '/')),
    );
    endSession(wanted).finally(() => redirect.to(address));
  }, [queries, reason, to]);
  return <WaitingSessionPage title={<Trans>Signing out…</Trans>} />;
};

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Name of the page that the user returns to. Null for Home and for pages without a known name. */
export const pageName = (to: string | null): ReactNode => {
  const path = to?.split('?', 1)[0] ?? '';
  if (/^\/payments(\/|$)/.test(path)) return <Trans>Payments</Trans>;
  if (/^\/receipt\//.test(path)) return <Trans>your receipt</Trans>;
  if (/^\/security$/.test(path)) return <Trans>Security</Trans>;
  if (/^\/address$/.test(path)) return <Trans>Address</Trans>;
  if (/^\/subscriptions\//.test(path)) return <Trans>your subscription</Trans>;
  if (/^\/codes\//.test(path)) return <Trans>Redeem code</Trans>;
  return null;
};

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { hadSession } from './device.ts';

/** Name of the page that the user returns to. Null for Home and for pages without a known name. */
const pageName = (to: string | null): ReactNode => {
  const path = to?.split('?', 1)[0] ?? '';
  if (/^\/payments(\/|$)/.test(path)) return <Trans>Payments</Trans>;
  if (/^\/receipt\//.test(path)) return <Trans>your receipt</Trans>;
  if (/^\/security$/.test(path)) return <Trans>Security</Trans>;
  if (/^\/address$/.test(path)) return <Trans>Address</Trans>;
  if (/^\/subscriptions\//.test(path)) return <Trans>your subscription</Trans>;
  if (/^\/codes\//.test(path)) return <Trans>Redeem code</Trans>;
  return null;
};

/**
 * Text that says why the user must sign in (SE-11). Unknown reasons and plain visits have none. The portal also sends
 * the reason of an ended session for a link that was opened without a session (SH-03); if this browser had no session,
 * none ended.
 */
export const reasonText = (reason: string | null, to: string | null): ReactNode => {
  const name = pageName(to);
  switch (reason) {
    case 'unauthorized':
      if (!name) return <Trans>Sign in to continue.</Trans>;
      return hadSession() ? (
        <Trans>
          Your session ended. Sign in to go back to <b>{name}</b>.
        </Trans>
      ) : (
        <Trans>
          Sign in to continue to <b>{name}</b>.
        </Trans>
      );
    case 'expired':
      return <Trans>You were signed out because you were away for a while. Sign in again.</Trans>;
    case 'email':
      return <Trans>Your email address was changed. Sign in with the new one.</Trans>;
    case 'password':
      return <Trans>Your password was changed. Sign in with the new one.</Trans>;
    case 'closed':
      return <Trans>Your account is closed.</Trans>;
    case 'signedout':
      return <Trans>You're signed out.</Trans>;
    case 'everywhere':
      return <Trans>You're signed out everywhere.</Trans>;
    default:
      return null;
  }
};

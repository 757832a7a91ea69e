import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { hadSession } from './device.ts';
import { pageName } from './page-name.tsx';

/**
 * Why the visitor is here, in words (SE-11). Unknown reasons and a plain visit say nothing. The portal gives the reason of
 * an ended session to whoever opens a link there, too (SH-03): where nobody has ever signed in, or the last one has signed
 * out, none has ended.
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
          Sign in to go on to <b>{name}</b>.
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
      return <Trans>You are signed out.</Trans>;
    case 'everywhere':
      return <Trans>You are signed out everywhere.</Trans>;
    default:
      return null;
  }
};

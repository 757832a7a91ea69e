import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { pageName } from './page-name.tsx';

/** Why the visitor is here, in words (SE-11). Unknown reasons and a plain visit say nothing. */
export const reasonText = (reason: string | null, to: string | null): ReactNode => {
  const name = pageName(to);
  switch (reason) {
    case 'unauthorized':
      return name ? (
        <Trans>
          Your session ended. Sign in to go back to <b>{name}</b>.
        </Trans>
      ) : (
        <Trans>Sign in to continue.</Trans>
      );
    case 'email':
      return <Trans>Your email address was changed. Sign in with the new one.</Trans>;
    case 'closed':
      return <Trans>Your account is closed.</Trans>;
    case 'signedout':
      return <Trans>You are signed out.</Trans>;
    default:
      return null;
  }
};

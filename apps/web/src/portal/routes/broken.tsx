import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { config } from '../../lib/config.ts';
import { readRecord } from '../../lib/session/record.ts';
import { authenticationAddress } from '../../lib/session/sign-out.ts';

/**
 * Page `/broken`: the static page of a failed start (SH-16) with a sign-in link for users without a session (SH-08).
 * Retry leads to Home, because a reload would return here.
 */
export const Page = () => {
  const form = document.querySelector('#fatal form');
  useEffect(() => {
    window.__foyer?.showFatal();
    form?.setAttribute('action', '/');
  }, [form]);
  if (!form || readRecord()) return null;
  return createPortal(
    <a href={authenticationAddress(config.authenticationUrl, null, null)}>
      <Trans>Sign In</Trans>
    </a>,
    form,
  );
};

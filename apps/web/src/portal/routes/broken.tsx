import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { config } from '../../lib/config.ts';
import { readRecord } from '../../lib/session/record.ts';
import { authenticationAddress } from '../../lib/session/sign-out.ts';

/**
 * `/broken`: the same static page that a failed start shows (SH-16), with a way to sign in for whoever is not (SH-08).
 * Trying again here would come back here: it leads home.
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

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { sameSitePath } from '../lib/same-site-path.ts';

const wordFor = (path: string): ReactNode => {
  if (path === paths.home) return <Trans>Home</Trans>;
  if (path === paths.security()) return <Trans>Security</Trans>;
  return path.startsWith(paths.payments()) ? <Trans>Payments</Trans> : <Trans>Back</Trans>;
};

/** Link of the slim bar of a focus page: `returnPath` if it is a path of the portal, else Payments (SH-13, PM-01). */
export const backLink = (returnPath: string | null): { to: string; label: ReactNode } => {
  const to = sameSitePath(returnPath, paths.payments());
  return { to, label: wordFor(to) };
};

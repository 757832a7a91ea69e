import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { sameSitePath } from '../lib/same-site-path.ts';

const wordFor = (path: string): ReactNode => {
  if (path === paths.home) return <Trans>Home</Trans>;
  return path.startsWith(paths.payments()) ? <Trans>Payments</Trans> : <Trans>Back</Trans>;
};

/** Where the slim bar of a focus page leads: to `returnPath` if it is a path of ours, else to Payments (SH-13, PM-01). */
export const backLink = (returnPath: string | null): { to: string; label: ReactNode } => {
  const to = sameSitePath(returnPath, paths.payments());
  return { to, label: wordFor(to) };
};

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Data that a product reads with each scope, in the order of the page. `openid` alone gives it an id. */
const scopeTexts: Readonly<Record<string, ReactNode>> = {
  openid: <Trans>an id of your account</Trans>,
  profile: <Trans>your name and language</Trans>,
  email: <Trans>your email address</Trans>,
  address: <Trans>your address</Trans>,
  entitlements: <Trans>your subscriptions</Trans>,
};

/** List of the data that a product reads with its scopes. */
export const ProductData = ({ scopes, className }: { scopes: readonly string[]; className?: string | undefined }) => (
  <ul className={className}>
    {Object.entries(scopeTexts).map(([scope, text]) => scopes.includes(scope) && <li key={scope}>{text}</li>)}
  </ul>
);

/** How long a product may read the data after one sign-in (docs/openid.md). */
export const ReadingTime = ({ readsLater }: { readsLater: boolean }) =>
  readsLater ? (
    <Trans>It may read this until you sign out here, for 30 days at most, also while you don't use it.</Trans>
  ) : (
    <Trans>It may read this for five minutes after the sign-in.</Trans>
  );

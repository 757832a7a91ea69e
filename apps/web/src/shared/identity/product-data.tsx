import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Data that a product reads with each scope. `openid` alone gives it an id. */
const scopeTexts: Readonly<Record<string, ReactNode>> = {
  openid: <Trans>an id of your account</Trans>,
  profile: <Trans>your name and language</Trans>,
  email: <Trans>your email address</Trans>,
  address: <Trans>your address</Trans>,
  entitlements: <Trans>your subscriptions</Trans>,
};

/** List of the data that a product reads with its scopes. */
export const ProductData = ({ scopes, className }: { scopes: readonly string[]; className?: string | undefined }) => (
  <ul className={className}>{scopes.map((scope) => scopeTexts[scope] && <li key={scope}>{scopeTexts[scope]}</li>)}</ul>
);

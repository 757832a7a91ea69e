import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { config } from '../lib/config.ts';
import { redirect } from '../lib/redirect.ts';
import { leaveMark } from '../lib/session/sign-in-mark.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { Note } from './note.tsx';
import { OutcomePage } from './outcome-page.tsx';
import type { PageProps } from './page-props.ts';
import { reasonText } from './reason.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { type SignInRoute, useSignInRoute } from './route.ts';
import { SignInPage } from './sign-in-page.tsx';
import { VerifyPage } from './verify-page.tsx';

/**
 * Page for an external OpenID provider, which has no form (SE-11). A user who only has to sign in is redirected at
 * once; a user who was signed out first sees the reason.
 */
const ProviderPage = ({ arrived }: { arrived: boolean }) => {
  const { vendor } = config.brand;
  const [mark] = useState(leaveMark);
  const query = new URLSearchParams(location.search);
  query.set('mark', mark);
  const reason = query.get('reason');
  const reasonMessage = reason === 'unauthorized' ? null : reasonText(reason, null);
  const start = `/api/auth/oidc/start?${query}`;
  useEffect(() => {
    if (!reasonMessage) redirect.to(start);
  }, [reasonMessage, start]);
  return (
    <OutcomePage
      arrived={arrived}
      tab={t`Sign in`}
      title={<Trans>Sign in to {vendor}</Trans>}
      way={{ href: start }}
      wayLabel={<Trans>Sign in</Trans>}
    >
      {reasonMessage && <Note>{reasonMessage}</Note>}
    </OutcomePage>
  );
};

/** Sign-in site (SE-11): five pages, chosen by the part of the address after `#`. */
export const SignInSite = ({ first }: { first: SignInRoute }) => {
  const { place, moved } = useSignInRoute(first);
  const [email, setEmail] = useState('');
  const page: PageProps = { arrived: moved, email, onEmail: setEmail };
  if (config.signIn === 'provider' && place.name !== 'verify') return <ProviderPage arrived={moved} />;
  switch (place.name) {
    case 'register':
      return <RegisterPage {...page} />;
    case 'forgotten':
      return <ForgotPasswordPage {...page} />;
    case 'verify':
      return <VerifyPage key={place.token} arrived={moved} token={place.token} />;
    case 'reset':
      return <ResetPage key={place.token} arrived={moved} token={place.token} />;
    default:
      return <SignInPage {...page} />;
  }
};

import { useState } from 'react';
import { config } from '../lib/config.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import type { PageProps } from './page-props.ts';
import { ProviderPage } from './provider-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { type SignInRoute, useSignInRoute } from './route.ts';
import { SignInPage } from './sign-in-page.tsx';
import { VerifyPage } from './verify-page.tsx';

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

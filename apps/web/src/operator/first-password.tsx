import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import { Section } from '../ui/section.tsx';
import styles from './frame.module.css';
import { SignOut } from './frame.tsx';
import { LoadingCard } from './query-boundary.tsx';

const PasswordPage = lazyNamed(async () => (await import('./password-page.tsx')).PasswordPage);

/**
 * Shown instead of the operator site to an operator whose password was printed (L9). That password works for one
 * sign-in.
 */
export const FirstPassword = () => {
  return (
    <main className={styles.centered}>
      <p role="status">
        <Trans>The password you signed in with works only once. Set your own before you go on.</Trans>
      </p>
      <Section>
        <Suspense fallback={<LoadingCard name={t`The operator site`} />}>
          <PasswordPage />
        </Suspense>
      </Section>
      <SignOut />
    </main>
  );
};

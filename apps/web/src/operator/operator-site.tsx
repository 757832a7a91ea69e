import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import { Section } from '../ui/section.tsx';
import { CenteredPage } from './centered-page.tsx';
import { dropDraftsOfOthers } from './draft.ts';
import styles from './frame.module.css';
import { Frame, SignOut } from './frame.tsx';
import { OperatorProvider } from './operator.tsx';
import { OutcomeBannerProvider } from './outcome-banner.tsx';
import { Pages } from './pages.tsx';
import { LoadingCard, QueryBoundary } from './query-boundary.tsx';
import { setSearchText } from './search.ts';
import { signedOutReason, useSessionToken } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { useTabTitle } from './tab-title.ts';
import { useOperatorQuery } from './use-operator-query.ts';

const PasswordForm = lazyNamed(async () => (await import('./password-form.tsx')).PasswordForm);

/**
 * Shown instead of the operator site to an operator whose password was printed (L9). That password works for one
 * sign-in.
 */
const FirstPassword = () => {
  useTabTitle(t`Password`);
  return (
    <CenteredPage
      title={<Trans>Your password</Trans>}
      about={
        <p role="status" className="muted">
          <Trans>The password you signed in with works only once. Set your own before you go on.</Trans>
        </p>
      }
    >
      <Section>
        <Suspense fallback={<LoadingCard name={t`The operator site`} />}>
          <PasswordForm isWholePage />
        </Suspense>
      </Section>
      <SignOut className={styles.centeredExit} />
    </CenteredPage>
  );
};

const SignedIn = () => {
  const me = useOperatorQuery('GET /api/operator/me', undefined);
  return (
    <QueryBoundary query={me} name={t`The operator site`}>
      {(operator) => (
        <OperatorProvider value={operator}>
          <OutcomeBannerProvider>
            {operator.mustChangePassword ? (
              <FirstPassword />
            ) : (
              <Frame>
                <Pages />
              </Frame>
            )}
          </OutcomeBannerProvider>
        </OperatorProvider>
      )}
    </QueryBoundary>
  );
};

/** Operator site (OP-01): the sign-in without a session, the pages with one. */
export const OperatorSite = () => {
  const token = useSessionToken();
  const queries = useQueryClient();
  useEffect(() => {
    // The next operator on this screen must not find data or a search of the previous one.
    if (token) return;
    queries.clear();
    setSearchText('');
    if (signedOutReason() === 'left') dropDraftsOfOthers(null);
  }, [token, queries]);
  return token ? <SignedIn /> : <SignIn />;
};

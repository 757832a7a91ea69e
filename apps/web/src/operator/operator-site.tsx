import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dropDraftsOfOthers } from './draft.ts';
import { FirstPassword } from './first-password.tsx';
import { Frame } from './frame.tsx';
import { OperatorProvider } from './operator.tsx';
import { OutcomeBannerProvider } from './outcome-banner.tsx';
import { Pages } from './pages.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { setSearchText } from './search.ts';
import { signedOutReason, useSessionToken } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { useOperatorQuery } from './use-operator-query.ts';

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

import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { currentPlace, navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { withoutReferrer } from '../../lib/referrer.ts';
import { sameSitePath } from '../../lib/same-site-path.ts';
import type { Intake } from '../../lib/session/intake.ts';
import { readRecord } from '../../lib/session/record.ts';
import { ChangeAccountPage } from './change-account-page.tsx';
import { ContinueAs } from './continue-as.tsx';
import { WaitingSessionPage } from './session-page.tsx';
import { SignInRetry } from './sign-in-retry.tsx';
import { takeStoredDestination } from './stored-destination.ts';

/**
 * Destination of a sign-in: the decoded path after `/signin`, else the query `to`, else Home; other query parameters
 * are kept (SE-02). Only paths of this portal are accepted.
 */
export const destinationOf = (rest: string, query: URLSearchParams): string => {
  const remainingQuery = new URLSearchParams(query);
  remainingQuery.delete('token');
  remainingQuery.delete('to');
  const wanted = rest ? `/${rest.replace(/^\//, '')}` : (query.get('to') ?? '/');
  const safe = sameSitePath(wanted, '/');
  // only an arrival at the root has referrer parameters (SE-03)
  const text = (safe === '/' ? remainingQuery : withoutReferrer(remainingQuery)).toString();
  return text ? `${safe}${safe.includes('?') ? '&' : '?'}${text}` : safe;
};

/** Returns whether the page is still `/signin`. The user may have left before the page unmounts. */
const isHere = (): boolean => /^\/(signin|login)\b/i.test(currentPlace());

interface SignInPageProps {
  /** Path after `/signin/`, percent-decoded. */
  rest: string;
  /** Exchange that the first script began; undefined if the page was opened without a token. */
  intake?: Promise<Intake> | undefined;
  /** Exchanges a token again after the server was not reachable. */
  onAgain: (token: string) => Promise<Intake>;
  /** Called with the final result, so that a later visit of this page continues with it. */
  onSettled: (outcome: 'stored' | 'refused') => void;
}

/**
 * Page `/signin`. It shows a screen only if another user is signed in (INV-17), the sign-in began in another tab, or
 * the server is not reachable. Without a token, or after a refusal, it redirects to `/signout?to=…` (SE-02).
 */
export const SignInPage = ({ rest, intake: begun, onAgain, onSettled }: SignInPageProps) => {
  const query = useRouteQuery();
  const [intake, setIntake] = useState(begun);
  const [result, setResult] = useState<Intake | null>(null);
  const destination = destinationOf(rest, query);

  useEffect(() => {
    let current = true;
    const refused: Intake = { outcome: 'refused' };
    (intake ?? Promise.resolve(refused)).then((outcome) => current && setResult(outcome));
    return () => {
      current = false;
    };
  }, [intake]);

  const outcome = result?.outcome;
  useEffect(() => {
    if (outcome === 'stored' || outcome === 'refused') onSettled(outcome);
  }, [outcome, onSettled]);
  const isNamed = rest !== '' || query.has('to');
  const goToDestination = useCallback(
    () => navigate((!isNamed && takeStoredDestination()) || destination, { replace: true }),
    [isNamed, destination],
  );
  useEffect(() => {
    if (!isHere()) return;
    if (outcome === 'stored') goToDestination();
    if (outcome === 'refused') navigate(paths.signOut({ to: destination }), { replace: true });
  }, [outcome, destination, goToDestination]);

  if (result?.outcome === 'asks') {
    const onDone = () => {
      onSettled('stored');
      goToDestination();
    };
    const { record } = result;
    const held = readRecord();
    if (held && held.userId !== record.userId) return <ChangeAccountPage record={record} onDone={onDone} />;
    const onRefused = () => {
      onSettled('refused');
      setResult({ outcome: 'refused' });
    };
    return <ContinueAs record={record} onDone={onDone} onRefused={onRefused} />;
  }
  if (result?.outcome === 'unreachable') {
    const retry = () => {
      setResult(null);
      setIntake(onAgain(result.token));
    };
    return <SignInRetry onRetry={retry} />;
  }
  return <WaitingSessionPage title={<Trans>Signing in…</Trans>} />;
};

import { useState } from 'react';
import { followIntake } from '../../features/session/follow-intake.ts';
import { SignInPage } from '../../features/session/sign-in-page.tsx';
import { initialRoute } from '../../first-script/initial-route.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { exchangeAndStore, type Intake } from '../../lib/session/intake.ts';
import { readRecord } from '../../lib/session/record.ts';
import { removeMark } from '../../lib/session/sign-in-mark.ts';
import type { PageProps } from '../page-props.ts';

const followAndReturn = (intake: Promise<Intake>): Promise<Intake> => {
  void followIntake(intake);
  return intake;
};

// Follows the intake of the first script, also when the user leaves this page before it renders.
if (window.__foyer?.intake) void followIntake(window.__foyer.intake);

/** Exchanges the token and keeps the intake for the next visit of this page. */
const startIntake = (token: string): Promise<Intake> => {
  const intake = exchangeAndStore(token);
  if (window.__foyer) window.__foyer.intake = intake;
  return followAndReturn(intake);
};

/**
 * Returns whether a signed-in user reloaded this page during an intake. The token is lost, and the user was not asked
 * about it, so the session stays (INV-17). Otherwise a visit without a token would end it (SE-02). False if the load
 * began on another page.
 */
const staysAfterReload = (): boolean => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && /^#\/(sign|log)in/i.test(window.__foyer?.begunAt ?? '') && readRecord() !== null;
};

/**
 * Intake of this visit, usually begun by the first script. The first script does not run when only the part after `#`
 * changes, for example when the user pastes a link. The token is then removed from the address and exchanged here
 * (SE-02, INV-17).
 */
const intakeOf = (): Promise<Intake> | undefined => {
  const { route, token } = initialRoute(location, false);
  if (!token) {
    if (window.__foyer?.intake) return followAndReturn(window.__foyer.intake);
    return staysAfterReload() ? Promise.resolve({ outcome: 'stored' }) : undefined;
  }
  history.replaceState(null, '', `#${route}`);
  return startIntake(token);
};

const settleIntake = (outcome: 'stored' | 'refused'): void => {
  removeMark();
  if (window.__foyer) window.__foyer.intake = Promise.resolve({ outcome });
};

/** A visit without a token continues with the result of the last intake. */
const Arrival = ({ rest }: { rest: string }) => {
  const [intake] = useState(intakeOf);
  return <SignInPage rest={rest} intake={intake} onAgain={startIntake} onSettled={settleIntake} />;
};

const PortalLink = lazyNamed(async () => (await import('../../features/session/portal-link.tsx')).PortalLink);

/** Page `/signin`, and `/signin/link/{token}` for a link of a product. Both need no session and no frame of the portal. */
export const Page = ({ params: { rest = '' } }: PageProps) => {
  const [, token] = /^\/?link\/([\w-]+)$/.exec(rest) ?? [];
  return token ? <PortalLink token={token} /> : <Arrival rest={rest} />;
};

import { useState } from 'react';
import { followIntake } from '../../features/session/follow-intake.ts';
import { SignInPage } from '../../features/session/sign-in-page.tsx';
import { initialRoute } from '../../first-script/initial-route.ts';
import { exchangeAndStore, type Intake } from '../../lib/session/intake.ts';
import { readRecord } from '../../lib/session/record.ts';
import { removeMark } from '../../lib/session/sign-in-mark.ts';
import type { PageProps } from '../page-props.ts';

const followAndReturn = (intake: Promise<Intake>): Promise<Intake> => {
  void followIntake(intake);
  return intake;
};

// the one of the first script, also for somebody who has left this page before it could be shown
if (window.__foyer?.intake) void followIntake(window.__foyer.intake);

/** Takes the token in, and keeps the intake for whoever leaves this page and comes back to it. */
const startIntake = (token: string): Promise<Intake> => {
  const intake = exchangeAndStore(token);
  if (window.__foyer) window.__foyer.intake = intake;
  return followAndReturn(intake);
};

/**
 * Loaded again in the middle: the token has gone with the page that took it. Whoever is signed in here was never asked, and
 * stays (INV-17); without a token alone they would be signed out (SE-02). Not where the load had begun with another page.
 */
const staysAfterReload = (): boolean => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && /^#\/(sign|log)in/i.test(window.__foyer?.begunAt ?? '') && readRecord() !== null;
};

/**
 * The intake that the first script began. It does not run again where only the part after `#` changes, as when somebody
 * pastes a link into a tab that is open: then the token leaves the address and is taken in here (SE-02, INV-17).
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

/** Whoever comes back here without a token goes on with what became of the one before. */
export const Page = ({ params }: PageProps) => {
  const [intake] = useState(intakeOf);
  return <SignInPage rest={params.rest ?? ''} intake={intake} onAgain={startIntake} onSettled={settleIntake} />;
};

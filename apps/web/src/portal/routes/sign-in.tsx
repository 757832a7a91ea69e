import { useState } from 'react';
import { SignInPage } from '../../features/session/sign-in-page.tsx';
import { initialRoute } from '../../first-script/initial-route.ts';
import { type Intake, takeIn } from '../../lib/session/intake.ts';
import type { PageProps } from '../page-props.ts';

/**
 * The intake that the first script began. It does not run again where only the part after `#` changes, as when somebody
 * pastes a link into a tab that is open: then the token leaves the address and is taken in here (SE-02, INV-17).
 */
const intakeOf = (): Promise<Intake> | undefined => {
  const { route, token } = initialRoute(location, false);
  if (!token) return window.__foyer?.intake;
  history.replaceState(null, '', `#${route}`);
  const intake = takeIn(token);
  if (window.__foyer) window.__foyer.intake = intake;
  return intake;
};

const settle = (outcome: 'stored' | 'refused'): void => {
  if (window.__foyer) window.__foyer.intake = Promise.resolve({ outcome });
};

/** Whoever comes back here without a token goes on with what became of the one before. */
export const Page = ({ params }: PageProps) => {
  const [intake] = useState(intakeOf);
  return <SignInPage rest={params.rest ?? ''} intake={intake} onSettled={settle} />;
};

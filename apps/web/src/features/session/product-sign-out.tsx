import type { SignOutStep } from '@foyer/contract/api/product-sign-in';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { config } from '../../lib/config.ts';
import { removeDrafts } from '../../lib/draft.ts';
import type { ErrorsOf } from '../../lib/failure.ts';
import { paths } from '../../lib/paths.ts';
import { redirect } from '../../lib/redirect.ts';
import { claimsOf, readRecord } from '../../lib/session/record.ts';
import { authenticationAddress, endSession } from '../../lib/session/sign-out.ts';
import { accountWords } from '../../shared/failures/account-words.tsx';
import { FailureNotice } from '../../shared/failures/failure-notice.tsx';
import type { Words, WordTable } from '../../shared/failures/words.tsx';
import { removePaidPayment } from '../../shared/orders/paid.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SessionPage, WaitingSessionPage } from './session-page.tsx';
import { untilLeft, useSessionCall } from './use-session-call.ts';

const READ = 'POST /api/auth/sessions/sign-out-requests/:request';

const failures = {
  words: {
    ...accountWords,
    NOT_FOUND: {
      title: <Trans>This sign-out has expired.</Trans>,
      next: <Trans>Sign out here, or go back to the product and try again.</Trans>,
      tone: 'warn',
    },
  } satisfies WordTable & Record<ErrorsOf<typeof READ>, Words>,
};

/**
 * Page `/signout/{id}`, to which a product sends a user who signs out there. Ends the session at once if the product
 * proved it; otherwise any page could sign the user out by a link, so a button has to be pressed (decision 70).
 */
export const ProductSignOut = ({ id }: { id: string }) => {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<SignOutStep | null>(null);

  const leave = async (address: string | null) => {
    queries.clear(); // the next user must not see data of this account
    removeDrafts();
    removePaidPayment();
    const to = address ?? authenticationAddress(config.authenticationUrl, 'signedout', null);
    await endSession(true).finally(() => redirect.to(to));
    return untilLeft();
  };
  const reading = useSessionCall(async () => {
    const record = readRecord();
    const body = record ? { sessionId: claimsOf(record.accessToken).jti } : {};
    const step = await call(READ, { params: { request: id }, body });
    if (!record || step.isProved) return leave(step.address);
    setAsked(step);
  });
  const leaving = useSessionCall(leave);
  const { failure } = reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => void reading.run(), [id]);

  if (!asked && !failure) return <WaitingSessionPage title={<Trans>Signing out…</Trans>} />;
  return (
    <SessionPage title={<Trans>Sign out?</Trans>}>
      {failure && <FailureNotice of={failure} context={failures} />}
      <p>
        {asked?.client ? (
          <Trans>
            {isolated(asked.client)} asks to sign you out. You'll be signed out of your account and of every product in
            this browser.
          </Trans>
        ) : (
          <Trans>You'll be signed out of your account and of every product in this browser.</Trans>
        )}
      </p>
      <div className="row">
        <LinkButton to={paths.home}>
          <Trans>Stay signed in</Trans>
        </LinkButton>
        <Button variant="primary" onClick={() => leaving.run(asked?.address ?? null)} busy={leaving.busy}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </SessionPage>
  );
};

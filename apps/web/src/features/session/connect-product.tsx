import type { AuthorizationStep } from '@foyer/contract/api/product-sign-in';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { config } from '../../lib/config.ts';
import type { ErrorsOf } from '../../lib/failure.ts';
import { currentPlace } from '../../lib/hash-location.ts';
import { redirect } from '../../lib/redirect.ts';
import { authenticationAddress } from '../../lib/session/sign-out.ts';
import { accountWords } from '../../shared/failures/account-words.tsx';
import { FailureNotice } from '../../shared/failures/failure-notice.tsx';
import type { Words, WordTable } from '../../shared/failures/words.tsx';
import { ProductData, ReadingTime } from '../../shared/identity/product-data.tsx';
import { Button } from '../../ui/button.tsx';
import { SessionPage, WaitingSessionPage } from './session-page.tsx';
import { untilLeft, useSessionCall } from './use-session-call.ts';

const ANSWER = 'POST /api/auth/authorization-requests/:request';

const failures = {
  words: {
    ...accountWords,
    NOT_FOUND: {
      title: <Trans>This sign-in has expired, or it began in another browser.</Trans>,
      next: <Trans>Go back to the product and sign in again.</Trans>,
      tone: 'warn',
    },
  } satisfies WordTable & Record<ErrorsOf<typeof ANSWER>, Words>,
};

/**
 * Page `/connect/{id}`, to which a product sends a user who signs in there. Goes on to the product at once, unless the user
 * has to sign in again or to give consent first (decision 68).
 */
export const ConnectProduct = ({ id }: { id: string }) => {
  const [asked, setAsked] = useState<AuthorizationStep | null>(null);
  const { busy, failure, run } = useSessionCall(async (consent: 'allow' | 'refuse' | null) => {
    const step = await call(ANSWER, { params: { request: id }, body: consent ? { consent } : {} });
    // The reason makes an external provider ask for the credentials again.
    const signIn = authenticationAddress(config.authenticationUrl, 'unauthorized', currentPlace());
    const away = step.next === 'leave' ? step.address : step.next === 'sign_in' ? signIn : null;
    if (!away) return setAsked(step);
    redirect.to(away);
    return untilLeft();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => void run(null), [id]);

  if (!asked && !failure) return <WaitingSessionPage title={<Trans>Signing in…</Trans>} />;
  return (
    <SessionPage title={asked ? <Trans>Sign in to {isolated(asked.client)}?</Trans> : <Trans>Sign in</Trans>}>
      {failure && <FailureNotice of={failure} context={failures} />}
      {asked && (
        <>
          <p>
            <Trans>It will read:</Trans>
          </p>
          <ProductData scopes={asked.scopes} />
          <p>
            <ReadingTime readsLater={asked.readsLater} />{' '}
            <Trans>
              We remember your permission for up to 60 days after your last sign-in to this product. You can remove it
              sooner on the security page.
            </Trans>
          </p>
          <div className="row">
            <Button onClick={() => run('refuse')} busy={busy}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="primary" onClick={() => run('allow')} busy={busy}>
              <Trans>Continue</Trans>
            </Button>
          </div>
        </>
      )}
    </SessionPage>
  );
};

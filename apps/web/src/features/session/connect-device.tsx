import type { DeviceStep } from '@foyer/contract/api/product-sign-in';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { config } from '../../lib/config.ts';
import type { ErrorsOf } from '../../lib/failure.ts';
import { currentPlace, useRouteQuery } from '../../lib/hash-location.ts';
import { redirect } from '../../lib/redirect.ts';
import { authenticationAddress } from '../../lib/session/sign-out.ts';
import { accountWords } from '../../shared/failures/account-words.tsx';
import { FailureNotice } from '../../shared/failures/failure-notice.tsx';
import type { Words, WordTable } from '../../shared/failures/words.tsx';
import { ProductData, ReadingTime } from '../../shared/identity/product-data.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SessionPage } from './session-page.tsx';
import { untilLeft, useSessionCall } from './use-session-call.ts';

const ANSWER = 'POST /api/auth/device-requests';

const failures = {
  words: {
    ...accountWords,
    NOT_FOUND: {
      title: <Trans>This code is wrong or has expired.</Trans>,
      next: <Trans>Compare it with the code on your device, or get a new one there.</Trans>,
      tone: 'warn',
    },
  } satisfies WordTable & Record<ErrorsOf<typeof ANSWER>, Words>,
};

/**
 * Page `/connect`: a user types the code that a device shows, reads which product asks, and allows or refuses. A code in
 * the address only fills the field, because the link may come from a stranger (decision 76).
 */
export const ConnectDevice = () => {
  const given = useRouteQuery().get('user_code') ?? '';
  const [code, setCode] = useState(given);
  const [asked, setAsked] = useState<DeviceStep | null>(null);
  const [answered, setAnswered] = useState<'allow' | 'refuse' | null>(null);
  const { busy, failure, run } = useSessionCall(async (consent: 'allow' | 'refuse' | null) => {
    const body = { userCode: code, ...(consent ? { consent } : {}) };
    const step = await call(ANSWER, { body }).catch((cause) => {
      setAsked(null);
      throw cause;
    });
    if (step.next === 'sign_in') {
      redirect.to(authenticationAddress(config.authenticationUrl, 'unauthorized', currentPlace()));
      return untilLeft();
    }
    setAsked(step);
    if (step.next === 'done') setAnswered(consent);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(null);
  };

  return (
    <SessionPage
      title={
        <>
          {!asked && <Trans>Connect a device</Trans>}
          {asked && !answered && <Trans>Sign in to {isolated(asked.client)}?</Trans>}
          {asked && answered === 'allow' && <Trans>{isolated(asked.client)} is signed in</Trans>}
          {asked && answered === 'refuse' && <Trans>{isolated(asked.client)} was refused</Trans>}
        </>
      }
    >
      {failure && <FailureNotice of={failure} context={failures} />}
      {!asked && (
        <form className="stack" onSubmit={submit}>
          <TextField
            label={<Trans>Code</Trans>}
            hint={<Trans>Your device shows it.</Trans>}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            maxLength={40}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <div className="row">
            <Button type="submit" variant="primary" busy={busy}>
              <Trans>Continue</Trans>
            </Button>
          </div>
        </form>
      )}
      {asked && !answered && (
        <>
          <p>
            <Trans>Allow it only if your own device shows {code.toUpperCase()}. It will read:</Trans>
          </p>
          <ProductData scopes={asked.scopes} />
          <p>
            <ReadingTime readsLater={asked.readsLater} />
          </p>
          <div className="row">
            <Button onClick={() => run('refuse')} busy={busy}>
              <Trans>Refuse</Trans>
            </Button>
            <Button variant="primary" onClick={() => run('allow')} busy={busy}>
              <Trans>Allow</Trans>
            </Button>
          </div>
        </>
      )}
      {answered && (
        <p>
          <Trans>You can go back to your device.</Trans>
        </p>
      )}
    </SessionPage>
  );
};

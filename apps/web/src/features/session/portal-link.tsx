import type { PortalLinkView } from '@foyer/contract/api/portal-links';
import type { PortalTask } from '@foyer/contract/vocabulary/portal-tasks';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import type { ErrorsOf } from '../../lib/failure.ts';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { storeBackLink } from '../../lib/referrer.ts';
import { exchange } from '../../lib/session/exchange.ts';
import { readRecord } from '../../lib/session/record.ts';
import { replaceSession } from '../../lib/session/replace-session.ts';
import { endSessionOnServer } from '../../lib/session/sign-out.ts';
import { accountWords } from '../../shared/failures/account-words.tsx';
import { FailureNotice } from '../../shared/failures/failure-notice.tsx';
import type { Words, WordTable } from '../../shared/failures/words.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { pageOfLink } from './page-of-link.ts';
import { SessionPage, WaitingSessionPage } from './session-page.tsx';
import { useSessionCall } from './use-session-call.ts';

const READ = 'POST /api/auth/sessions/portal-link-previews';
const USE = 'POST /api/auth/sessions/portal-links';

const failures = {
  words: {
    ...accountWords,
    NOT_FOUND: {
      title: <Trans>This link has expired or was used before.</Trans>,
      next: <Trans>Go back to the product and open your account from there again.</Trans>,
      tone: 'warn',
    },
    INVALID_CREDENTIALS: {
      title: <Trans>This account only allows certain networks.</Trans>,
      next: <Trans>Open the link from one of them.</Trans>,
      tone: 'warn',
    },
  } satisfies WordTable & Record<ErrorsOf<typeof READ> | ErrorsOf<typeof USE>, Words>,
};

/** Pages by task, as the question names them. */
const tasks: Readonly<Record<PortalTask, ReactNode>> = {
  home: <Trans>Your account opens.</Trans>,
  payments: <Trans>Your payments open.</Trans>,
  payment_method: <Trans>The page for your payment method opens.</Trans>,
  address: <Trans>The page for your address opens.</Trans>,
  plans: <Trans>The page with your plan opens.</Trans>,
  cancel: <Trans>The page where you can cancel your plan opens.</Trans>,
  redeem: <Trans>The page for redeeming a code opens.</Trans>,
  security: <Trans>Your security settings open.</Trans>,
};

/**
 * Page `/signin/link/{token}`, which a product opens for its user. Reading the link uses nothing up, so a mail scanner or a
 * preview does no harm; only the button begins the session (decision 78). The account is named masked, because the author of
 * a link may wait for a card to be entered in their own account (decision 32).
 */
export const PortalLink = ({ token }: { token: string }) => {
  const queries = useQueryClient();
  const [link, setLink] = useState<PortalLinkView | null>(null);
  const held = readRecord();
  const isOtherUser = link !== null && held !== null && held.userId !== link.userId;

  const { busy, failure, run } = useSessionCall(async (step: 'read' | 'open') => {
    if (step === 'read') return setLink(await call(READ, { body: { token } }));
    const used = await call(USE, { body: { token, keepSession: readRecord()?.userId === link?.userId } });
    if (used.refreshToken !== null) {
      const record = await exchange(used.refreshToken);
      if (!record) throw new Error('portal link: the session ended before it was stored');
      try {
        await replaceSession(record);
      } catch (cause) {
        // The browser stores no session, so the new one must not stay open.
        await endSessionOnServer(record);
        throw cause;
      }
      queries.clear();
    }
    storeBackLink({ name: used.product, href: used.returnAddress });
    navigate(pageOfLink(used), { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => void run('read'), [token]);

  if (!link && !failure) return <WaitingSessionPage title={<Trans>Opening your account…</Trans>} />;
  return (
    <SessionPage
      title={link ? <Trans>Continue as {isolated(link.maskedEmail)}?</Trans> : <Trans>Open your account</Trans>}
    >
      {failure && <FailureNotice of={failure} context={failures} />}
      {link && (
        <>
          <p>
            <Trans>{isolated(link.product)} sent you here.</Trans> {tasks[link.task]}
          </p>
          <p>
            {isOtherUser ? (
              <Trans>Another account is signed in here. It'll be signed out. Is this your account?</Trans>
            ) : (
              <Trans>Is this your account?</Trans>
            )}
          </p>
        </>
      )}
      <div className="row">
        <LinkButton to={paths.home}>{link ? <Trans>Cancel</Trans> : <Trans>Back to My Account</Trans>}</LinkButton>
        {link && (
          <Button variant="primary" onClick={() => run('open')} busy={busy}>
            <Trans>Continue</Trans>
          </Button>
        )}
        {!link && failure?.reason !== 'NOT_FOUND' && (
          <Button variant="primary" onClick={() => run('read')} busy={busy}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </SessionPage>
  );
};

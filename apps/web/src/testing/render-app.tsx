import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RequestHandler } from 'msw';
import { App } from '../portal/app.tsx';
import { aMe, anAccount } from './builders.ts';
import { answer } from './handlers.ts';
import { openQueries } from './open-queries.ts';
import { server } from './server.ts';
import { signIn } from './session.ts';

interface Options {
  /** Answers of this test; they come before the defaults. */
  handlers?: RequestHandler[];
  signedIn?: boolean;
}

/**
 * The real portal at a path, signed in as Ada unless told otherwise: `renderApp('/payments', { handlers: [...] })`.
 * Answers these calls: the user, the account, no known outcome of a command, no subscription, no usage, the visitor's
 * country and no review. A test answers every
 * other call.
 */
export const renderApp = (path = '/', { handlers = [], signedIn = true }: Options = {}) => {
  if (signedIn) signIn();
  history.replaceState(null, '', `/#${path}`);
  server.use(
    ...handlers,
    answer('GET /api/auth/me', aMe()),
    answer('GET /api/account/me', anAccount()),
    answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } }),
    answer('GET /api/subscription/usage', { usage: [] }),
    answer('GET /api/account/me/commands/:idempotencyKey', { status: 'unknown' }),
    answer('GET /api/auth/ip', { ip: '203.0.113.7', country_code: 'US', country_name: 'United States' }),
    answer('GET /api/auth/me/ecac-status', { isPending: false, status: 'none', answerBy: null, held: [] }),
  );
  const queries = openQueries({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 30_000 },
    },
  });
  return { user: userEvent.setup(), queries, ...render(<App queries={queries} />) };
};

import { createRoot } from 'react-dom/client';
import { ChunkLoadError } from '../lib/lazy-named.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { followOtherTabs } from '../lib/session/other-tabs.ts';
import { accountQuery } from '../shared/account/account.ts';
import { meQuery } from '../shared/account/me.ts';
import { subscriptionsQuery } from '../shared/orders/subscriptions.ts';
import { App } from './app.tsx';
import { preloadLinkedPages } from './preload-pages.ts';

/** Longest wait for the first data. A longer one would delay the tabs, which need no data. */
const FIRST_DATA_MS = 300;

const start = window.__foyer;
if (start) start.begunAt = location.hash;
const client = makeQueryClient();

const mount = () => {
  const root = createRoot(document.getElementById('root') as HTMLElement, {
    // Sections catch their own errors, so an error that arrives here has unmounted the whole page.
    onUncaughtError: () => start?.showFatal(),
    // Offline the page says itself that its script did not load.
    onCaughtError: (error) => {
      if (navigator.onLine || !(error instanceof ChunkLoadError)) console.error(error);
    },
  });
  root.render(<App queries={client} />);
  followOtherTabs();
  preloadLinkedPages();
  if (start) start.started = true;
};

/**
 * Waits for the early responses of the first script, so that the page renders once with its data instead of first as a
 * skeleton. Does not wait when the address has a token, because the user may have to confirm the sign-in first.
 */
const firstData = async () => {
  if (!start || start.intake) return;
  // in the order of the first script, which requests the last one only for Home
  const queries = [meQuery, accountQuery, subscriptionsQuery()] as (typeof meQuery)[];
  const asked = queries.slice(0, Object.keys(start.early).length);
  await Promise.race([
    Promise.all(asked.map((query) => client.prefetchQuery(query))),
    new Promise((resolve) => setTimeout(resolve, FIRST_DATA_MS)),
  ]);
};

if (!start?.leaving) firstData().then(mount).catch(start?.showFatal);

import { createRoot } from 'react-dom/client';
import { accountQuery } from '../lib/queries/account.ts';
import { meQuery } from '../lib/queries/me.ts';
import { subscriptionsQuery } from '../lib/queries/subscriptions.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { followOtherTabs } from '../lib/session/other-tabs.ts';
import { App } from './app.tsx';
import { startTexts } from './texts.ts';

/** Until then the static shell stands: for longer it would seem stuck to who comes for the tabs. */
const FIRST_DATA_MS = 300;

const start = window.__foyer;
if (start) start.begunAt = location.hash;
const client = makeQueryClient();

const mount = () => {
  const root = createRoot(document.getElementById('root') as HTMLElement, {
    // every section catches its own errors; one that comes here has taken the whole page with it
    onUncaughtError: () => start?.showFatal(),
  });
  root.render(<App texts={startTexts()} queries={client} />);
  followOtherTabs();
  if (start) start.started = true;
};

/**
 * What the first script has asked for is often here by now: then the page is drawn once, with its data, instead of
 * first as the skeleton that stands there already. An address with a token waits for nobody: it may need a question first.
 */
const firstData = async () => {
  if (!start || start.intake) return;
  // in the order of the first script, which leaves the last one out where no page shows it
  const queries = [meQuery, accountQuery, subscriptionsQuery()] as (typeof meQuery)[];
  const asked = queries.slice(0, Object.keys(start.early).length);
  await Promise.race([
    Promise.all(asked.map((query) => client.prefetchQuery(query))),
    new Promise((resolve) => setTimeout(resolve, FIRST_DATA_MS)),
  ]);
};

if (!start?.leaving) firstData().then(mount).catch(start?.showFatal);

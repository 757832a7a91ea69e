import { ROWS_KEY, readStored, THEME_KEY } from '../lib/browser-store.ts';
import { exchangeAndStore } from '../lib/session/intake.ts';
import type { PageStart } from '../lib/session/page-start.ts';
import { readRecord } from '../lib/session/record.ts';
import { usableRecord } from '../lib/session/refresh.ts';
import { authenticationAddress } from '../lib/session/sign-out.ts';
import { timeoutSignal } from '../lib/timeout-signal.ts';
import { initialRoute } from './initial-route.ts';

/**
 * Runs before the page is painted. It is inlined into both pages with the same bytes, because the server allows it by its
 * hash. The order matters: theme, report of a failed start, token out of the address before any request, route, then the
 * request for the first data while the bundle is loading.
 */
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const html = document.documentElement;
const flags = html.dataset;
const write = (property: string, value: string) => html.style.setProperty(`--${property}`, value);

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => {
  flags.theme = readStored(THEME_KEY) || (dark.matches ? 'dark' : 'light');
};
paint();
dark.onchange = paint;

/** Null until the configuration was read. The error page then has no support address. */
let supportEmail: string | null = null;

const showFatal = () => {
  flags.fatal = '';
  const showPage = () => {
    const support = byId('support') as HTMLAnchorElement;
    support.href = `mailto:${supportEmail}`;
    support.hidden = !supportEmail;
    // start time, by which support finds this load in the log
    byId('reference').textContent = start.startedAt.toString(36);
    byId('fatal').hidden = false;
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showPage);
  else showPage();
};

const start: PageStart = { early: {}, startedAt: Date.now(), showFatal };
window.__foyer = start;

// SH-16: the bundle, its style or the configuration failed to load, or the bundle threw before it rendered anything.
addEventListener(
  'error',
  (event) => {
    const { src, rel, href } = event.target as Partial<HTMLScriptElement & HTMLLinkElement>;
    const file = src || (rel === 'stylesheet' && href) || event.filename;
    if (!start.started && file?.startsWith(location.origin)) showFatal();
  },
  true,
);

const settings = JSON.parse(byId('config').textContent);
supportEmail = settings.contacts.supportEmail;
flags.gateway = settings.gateway;
flags.tab = settings.brand.secondTab;
if (settings.brand.hasLauncher) flags.launcher = '';
// The static skeleton in the HTML contains no text of a brand or user. CSS writes these three into it.
write('vendor', JSON.stringify(settings.brand.vendor));
write('product', JSON.stringify(settings.brand.product));
const held = readRecord();
if (held?.firstName) {
  write('name', JSON.stringify(held.firstName));
  flags.named = '';
}

const heights = readStored(ROWS_KEY);
let row = 0;
if (heights) for (const height of heights.split(' ')) write(`rows-${++row}`, `${height}px`);

if (!flags.site) {
  const { route, token, isPublic, shell } = initialRoute(location, !!held);
  history.replaceState(null, '', `/#${route}`);
  flags.shell = shell;
  if (route === '/broken') showFatal();

  if (token) start.intake = exchangeAndStore(token);
  else if (!isPublic && !held) {
    // SH-03: without a session there is no data to wait for.
    start.leaving = true;
    flags.shell = 'none';
    location.replace(authenticationAddress(settings.authenticationUrl, 'unauthorized', route));
  }

  if (token || !isPublic) {
    const record = Promise.resolve(start.intake).then((intake) =>
      intake && intake.outcome !== 'stored' ? null : usableRecord(),
    );
    const fetchEarly = async (path: string) => {
      const held = await record;
      if (!held) return;
      const answer = await fetch(path, { headers: { 'x-is-at': held.accessToken }, signal: timeoutSignal() });
      // Reads the whole body. An answer that no query takes would otherwise keep its connection open.
      return new Response(await answer.blob(), answer);
    };
    const paths = ['/api/auth/me', '/api/account/me'];
    if (shell === 'home') paths.push('/api/subscription/subscriptions');
    for (const path of paths) {
      const answer = fetchEarly(path);
      // The query that takes the answer handles its error. This only avoids an unhandled rejection.
      answer.catch(() => {});
      start.early[`GET ${path}`] = answer;
    }
  }
}

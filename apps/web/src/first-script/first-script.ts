import { kept, ROWS_KEY, THEME_KEY } from '../lib/kept.ts';
import { takeIn } from '../lib/session/intake.ts';
import type { PageStart } from '../lib/session/page-start.ts';
import { readRecord } from '../lib/session/record.ts';
import { usableRecord } from '../lib/session/refresh.ts';
import { authenticationAddress } from '../lib/session/sign-out.ts';
import { initialRoute } from './initial-route.ts';

/**
 * The one script that runs before the page is painted (api.md §0.4), inlined into both pages with the same bytes,
 * because the server allows it by its hash. Order matters: theme, then the token leaves the address before any request,
 * then the route, then the first data is asked for while the bundle is still on its way.
 */
const html = document.documentElement;
const flags = html.dataset;

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => {
  flags.theme = kept(THEME_KEY) || (dark.matches ? 'dark' : 'light');
};
paint();
dark.onchange = paint;

const settings = JSON.parse(document.getElementById('config')?.textContent as string);
flags.gateway = settings.gateway;
flags.tab = settings.brand.secondTab;
if (settings.brand.hasLauncher) flags.launcher = '';
// the shell stands in the HTML before any text of the brand is rendered: CSS writes these two
html.style.setProperty('--vendor', JSON.stringify(settings.brand.vendor));
html.style.setProperty('--product', JSON.stringify(settings.brand.product));

const heights = kept(ROWS_KEY);
if (heights) {
  for (const [at, height] of heights.split(' ').entries()) html.style.setProperty(`--rows-${at + 1}`, `${height}px`);
}

const showFatal = () => {
  flags.fatal = '';
  const show = () => {
    const support = document.getElementById('support') as HTMLAnchorElement;
    const { supportEmail } = settings.contacts;
    if (supportEmail) support.href = `mailto:${supportEmail}`;
    support.hidden = !supportEmail;
    (document.getElementById('fatal') as HTMLElement).hidden = false;
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show);
  else show();
};

const start: PageStart = { early: {}, startedAt: Date.now(), showFatal };
window.__foyer = start;

// SH-16: the bundle or its style did not arrive, or fell over before it showed anything
addEventListener(
  'error',
  (event) => {
    const { src, rel, href } = event.target as Partial<HTMLScriptElement & HTMLLinkElement>;
    const file = src || (rel === 'stylesheet' && href) || event.filename;
    if (!start.started && file?.includes('/assets/')) showFatal();
  },
  true,
);

if (flags.site !== 'id') {
  const { route, token, isPublic, shell } = initialRoute(location);
  history.replaceState(null, '', `/#${route}`);
  flags.shell = shell;
  if (route === '/broken') showFatal();

  if (token) start.intake = takeIn(token);
  else if (!isPublic && !readRecord()) {
    // SH-03: nobody is signed in, so there is nothing to wait for
    start.leaving = true;
    flags.shell = 'none';
    location.replace(authenticationAddress(settings.authenticationUrl, 'unauthorized', route));
  }

  if (token || !isPublic) {
    const record = (start.intake ?? Promise.resolve()).then((intake) =>
      intake && intake.outcome !== 'stored' ? null : usableRecord(),
    );
    const ask = async (path: string) => {
      const held = await record;
      if (!held) return;
      const answer = await fetch(path, { headers: { 'x-is-at': held.accessToken } });
      // read whole: an answer that no part of the page takes would otherwise keep its connection
      return new Response(await answer.blob(), answer);
    };
    const paths = ['/api/auth/me', '/api/account/me'];
    if (shell === 'home') paths.push('/api/subscription/subscriptions');
    for (const path of paths) {
      const answer = ask(path);
      answer.catch(() => {}); // whoever takes it asks again
      start.early[`GET ${path}`] = answer;
    }
  }
}

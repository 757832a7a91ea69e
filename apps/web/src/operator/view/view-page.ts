import { redirect } from '../../lib/redirect.ts';
import { claimsOf, RECORD_KEY, type SessionRecord } from '../../lib/session/record.ts';

/**
 * Read-only view of a customer's pages (decision 35). The server puts this script before the first script of the portal,
 * so that the portal itself carries none of it. The token lives in the storage of this tab alone: the customer's session
 * that the same browser may have is neither read nor replaced.
 */

/**
 * Prefix of the ids of views. Tokens of customer sessions are refused, because a link must not sign a user in (INV-17).
 */
const VIEW_ID = /^opv_/;

const PAGE = '/view/';

/** Record for the token of a view; null for any other token. Without a refresh token nothing prolongs it. */
export const recordOfView = (accessToken: string): SessionRecord | null => {
  try {
    const { exp, iat, jti, usr } = claimsOf(accessToken);
    if (!VIEW_ID.test(jti)) return null;
    // by the clock of this browser, as in recordOf
    const endsAt = exp * 1000 + Date.now() - iat * 1000;
    return { refreshToken: '', refreshExpiresAt: endsAt, accessToken, accessExpiresAt: endsAt, userId: usr };
  } catch {
    return null;
  }
};

const tokenInAddress = (): string | undefined => /^#view=(.+)$/.exec(location.hash)?.[1];

/** Stores the record of the token. Clears the storage of this tab first, because it may belong to another customer. */
const storeToken = (token: string): void => {
  sessionStorage.clear();
  const record = recordOfView(token);
  if (record) sessionStorage.setItem(RECORD_KEY, JSON.stringify(record));
};

/**
 * Moves the token of `#view=<token>` into the storage of this tab, which replaces the browser storage for this page. A
 * token that is put into the address later reloads the page. Returns the record of the view; null when there is none or
 * it is over.
 */
export const enterView = (): SessionRecord | null => {
  const token = tokenInAddress();
  const replace = history.replaceState.bind(history);
  // The first script treats the page as a portal page. Its address changes stay below /view/, also after a reload.
  replace(null, '', `/#${location.hash.startsWith('#/') ? location.hash.slice(1) : '/'}`);
  history.replaceState = (data, unused, url) =>
    replace(data, unused, typeof url === 'string' && url.startsWith('/#') ? PAGE + url.slice(1) : url);
  Object.defineProperty(window, 'localStorage', { value: sessionStorage, configurable: true });
  // Storage events are about the sessions of other tabs, so they are not passed on.
  addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
  if (token) storeToken(token);
  const takeLaterToken = (event: Event) => {
    const later = tokenInAddress();
    if (!later) return;
    // Stops the event, because the portal would read the token as a path.
    event.stopImmediatePropagation();
    replace(null, '', `${PAGE}#/`);
    storeToken(later);
    redirect.reload();
  };
  // A link that is pasted into the tab sends both events, popstate first.
  addEventListener('popstate', takeLaterToken, true);
  addEventListener('hashchange', takeLaterToken, true);
  const stored = JSON.parse(sessionStorage.getItem(RECORD_KEY) ?? 'null') as SessionRecord | null;
  return stored && VIEW_ID.test(claimsOf(stored.accessToken).jti) && stored.accessExpiresAt > Date.now()
    ? stored
    : null;
};

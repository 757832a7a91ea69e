import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { redirect } from '../../lib/redirect.ts';
import { RECORD_KEY } from '../../lib/session/record.ts';
import { anAccessToken } from '../../testing/tokens.ts';
import { enterView, recordOfView } from './view-page.ts';

const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
const replaceState = history.replaceState;

/** Listeners of the view. They last as long as the page, so they would stop the events of the next test file. */
let listeners: MockInstance<typeof addEventListener>;
beforeEach(() => {
  listeners = vi.spyOn(globalThis, 'addEventListener');
});

afterEach(() => {
  for (const call of listeners.mock.calls) removeEventListener(...call);
  Reflect.deleteProperty(window, 'localStorage');
  if (own) Object.defineProperty(window, 'localStorage', own);
  history.replaceState = replaceState;
  history.replaceState(null, '', '/');
  sessionStorage.clear();
  localStorage.clear();
});

const now = Math.floor(Date.now() / 1000);
const viewToken = (exp = now + 900) => anAccessToken({ jti: 'opv_1', usr: 'usr_1', iat: now, exp });

test('[OP-02] the token leaves the address for the storage of this tab; the session of the browser stays as it was', () => {
  localStorage.setItem(RECORD_KEY, 'the session of a customer');
  history.replaceState(null, '', `/view/#view=${viewToken()}`);
  const record = enterView();
  expect(record).toMatchObject({ accessToken: viewToken(), refreshToken: '', userId: 'usr_1' });
  expect(location.href).not.toContain(viewToken());
  expect(JSON.parse(localStorage.getItem(RECORD_KEY) ?? '')).toEqual(record);
  Reflect.deleteProperty(window, 'localStorage');
  if (own) Object.defineProperty(window, 'localStorage', own);
  expect(localStorage.getItem(RECORD_KEY)).toBe('the session of a customer');
});

test('[OP-02] what the first script writes into the address stays below /view/, so that a reload is a view again', () => {
  history.replaceState(null, '', `/view/#view=${viewToken()}`);
  enterView();
  expect(location.pathname).toBe('/');
  history.replaceState(null, '', '/#/payments');
  expect(location.pathname + location.hash).toBe('/view/#/payments');
  history.replaceState = replaceState;
  expect(enterView()).not.toBeNull();
  expect(location.pathname + location.hash).toBe('/#/payments');
});

test.each(['popstate', 'hashchange'])(
  '[OP-02] a second link in the tab of a view (%s): its token leaves the address, and the page loads anew for its customer',
  (event) => {
    const again = vi.spyOn(redirect, 'reload').mockImplementation(() => {});
    const portal = vi.fn();
    history.replaceState(null, '', `/view/#view=${viewToken()}`);
    enterView();
    sessionStorage.setItem('of the first customer', 'kept');
    addEventListener(event, portal);
    const second = anAccessToken({ jti: 'opv_2', usr: 'usr_2', iat: now, exp: now + 900 });
    replaceState.call(history, null, '', `/view/#view=${second}`);
    dispatchEvent(new Event(event));
    removeEventListener(event, portal);
    expect(location.pathname + location.hash).toBe('/view/#/');
    expect(JSON.parse(sessionStorage.getItem(RECORD_KEY) ?? '{}')).toMatchObject({ userId: 'usr_2' });
    expect(sessionStorage.getItem('of the first customer')).toBeNull();
    expect(again).toHaveBeenCalledOnce();
    expect(portal, 'the portal does not read the token as a path').not.toHaveBeenCalled();
  },
);

test.each([
  ['of a customer', anAccessToken({ jti: 'ses_1', iat: now, exp: now + 300 })],
  ['of nobody', 'nonsense'],
])('[INV-17] a token %s is not taken: a link signs nobody in', (_title, token) => {
  expect(recordOfView(token)).toBeNull();
  history.replaceState(null, '', `/view/#view=${token}`);
  expect(enterView()).toBeNull();
  expect(sessionStorage.getItem(RECORD_KEY)).toBeNull();
});

test('[OP-02] a view that is over, and none, are none', () => {
  history.replaceState(null, '', `/view/#view=${viewToken(now - 1)}`);
  expect(enterView()).toBeNull();
  history.replaceState = replaceState;
  sessionStorage.clear();
  history.replaceState(null, '', '/view/');
  expect(enterView()).toBeNull();
});

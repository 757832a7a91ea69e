import { act, fireEvent, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aMe } from '../../../testing/builders.ts';
import { advanceTime, waitUntil } from '../../../testing/fake-time.ts';
import { answer, offlineHandler, refuse } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { emptySecurity } from '../../../testing/security-answers.ts';
import { server } from '../../../testing/server.ts';

const SEND = 'POST /api/auth/verify-email';
const FAILED = 'An error occurred. Please try again or contact support.';

/** How often who one is was asked, and what is answered from now on. */
let asked = 0;
let verified = false;
let hidden = false;

const me = answer('GET /api/auth/me', () => {
  asked += 1;
  return aMe({ user: { emailVerified: verified } });
});
const sendHandler = answer(SEND, () => new HttpResponse(null, { status: 202 }));

beforeEach(() => {
  asked = 0;
  verified = false;
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});

const shows = (text: string) => waitUntil(() => screen.queryByText(text));
const goes = async (text: string) => {
  await advanceTime(1); // an answer that arrives while the clock moves is shown 1 ms later
  await waitUntil(() => !screen.queryByText(text));
};
const look = async (isHidden: boolean) => {
  hidden = isHidden;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
};

/** The security page of somebody unverified, from the moment the mail is on its way; polls are counted from there. */
const start = async () => {
  const { queries } = renderApp('/security', {
    handlers: [me, sendHandler, ...emptySecurity()],
  });
  await shows('Verify it now');
  fireEvent.click(screen.getByRole('button', { name: 'Verify it now' }));
  await shows('Verification Email Sent');
  asked = 0;
  /** Asked so often, and answered: the next poll is counted from the answer on. */
  return (times: number) => waitUntil(() => asked === times && queries.isFetching() === 0);
};

test('[SC-07] polled first after 2 s, then each time 1 s later; verified elsewhere, the notice goes', async () => {
  const polled = await start();
  await advanceTime(1_999);
  expect(asked).toBe(0);
  await advanceTime(1);
  await polled(1);
  await advanceTime(2_999);
  expect(asked).toBe(1);
  verified = true;
  await advanceTime(1);
  await polled(2);
  await waitUntil(() => !screen.queryByText('Verification Email Sent'));
  expect(screen.getByText('Verified')).toBeDefined();
  await advanceTime(120_000);
  expect(asked).toBe(2);
});

test('[SC-07] after 40 polls it gives up, says so, and the retry sends again', async () => {
  const polled = await start();
  for (let done = 0; done < 40; done += 1) {
    await advanceTime((2 + done) * 1_000);
    await polled(done + 1);
  }
  await shows(FAILED);
  expect(screen.getByText("ada@demo.arcwave.test isn't verified yet.")).toBeDefined();
  await advanceTime(600_000);
  expect(asked).toBe(40);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('Verification Email Sent');
  await advanceTime(2_000);
  await polled(41);
});

test('[SC-07] after the mail was sent it can be sent again, and the polls start anew', async () => {
  const polled = await start();
  await advanceTime(2_000);
  await polled(1);
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await shows('Sending…');
  await shows('Verification Email Sent');
  await waitUntil(() => screen.getByRole('alert').textContent?.includes('Sent again. Open the link in the newest'));
  await advanceTime(2_000);
  await polled(2);
});

test('[SC-07] sent again too often: how long to wait, the last email still works, and a button after the wait', async () => {
  await start();
  expect(screen.getByRole('alert').textContent).not.toContain('Sent again');
  server.use(refuse(SEND, 'RATE_LIMITED', { headers: { 'retry-after': '120' } }));
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await shows(FAILED);
  expect(screen.getByRole('alert').textContent).toBe(
    `${FAILED}Too many tries. Try again in 2 minutes. Open the link in the newest email to ada@demo.arcwave.test. ` +
      "This message disappears once you've verified. help@arcwave.example",
  );
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  await advanceTime(119_000);
  expect(screen.queryByRole('button', { name: 'Verify it now' })).toBeNull();
  await advanceTime(1_000);
  await shows('Verify it now');
});

test('[SC-07] nothing is asked while the tab is hidden, and at once when it is looked at again', async () => {
  const polled = await start();
  await look(true);
  await advanceTime(600_000);
  expect(asked).toBe(0);
  await look(false);
  await polled(1);
  // and on from there: the next one is 1 s later than the last
  await advanceTime(2_999);
  expect(asked).toBe(1);
  await advanceTime(1);
  await polled(2);
});

test('[SC-07] a poll that fails ends the polling with the error and a retry', async () => {
  await start();
  server.use(refuse('GET /api/auth/me', 'INTERNAL_ERROR'));
  await advanceTime(2_000);
  await shows(FAILED);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test.each([
  ['too many tries', refuse(SEND, 'RATE_LIMITED'), 'Too many tries. Wait a few minutes, then try again.'],
  ['no connection', offlineHandler(SEND), 'No connection.'],
  ['a fault of the server', refuse(SEND, 'INTERNAL_ERROR'), ''],
] as const)('[SC-07] %s: the error with its reason, and the retry sends', async (_, failing, reason) => {
  renderApp('/security', {
    handlers: [me, failing, ...emptySecurity()],
  });
  await shows('Verify it now');
  fireEvent.click(screen.getByRole('button', { name: 'Verify it now' }));
  await shows(FAILED);
  expect(screen.getByRole('alert').textContent).toContain(`${FAILED}${reason} help@arcwave.example`);
  server.use(sendHandler);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('Verification Email Sent');
});

describe('before a mail is requested', () => {
  const open = async (path: '/' | '/security') => {
    const { queries } = renderApp(path, {
      handlers: [
        me,
        sendHandler,
        answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } }),
        ...emptySecurity(),
      ],
    });
    await shows('Verify it now');
    await waitUntil(() => queries.isFetching() === 0);
    asked = 0;
    return (times: number) => waitUntil(() => asked === times && queries.isFetching() === 0);
  };

  test.each(['/', '/security'] as const)(
    '[SC-07] %s: verified elsewhere, the notice goes within 10 s',
    async (path) => {
      const polled = await open(path);
      await advanceTime(10_000);
      await polled(1);
      verified = true;
      await advanceTime(9_999);
      expect(asked).toBe(1);
      await advanceTime(1);
      await polled(2);
      await goes('Verify it now');
      await advanceTime(120_000);
      expect(asked).toBe(2);
    },
  );

  test.each(['/', '/security'] as const)(
    '[SC-07] %s: asked at each return to the tab, and never hidden',
    async (path) => {
      const polled = await open(path);
      await look(true);
      await advanceTime(120_000);
      expect(asked).toBe(0);
      verified = true;
      await look(false);
      await polled(1);
      await goes('Verify it now');
    },
  );

  test('[SC-07] a poll that fails says nothing, and the next one follows', async () => {
    const polled = await open('/security');
    server.use(refuse('GET /api/auth/me', 'INTERNAL_ERROR'));
    await advanceTime(10_000);
    await advanceTime(1);
    await shows('Try again');
    expect(screen.queryByText(FAILED)).toBeNull();
    server.use(me);
    await advanceTime(10_000);
    await polled(1);
    expect(screen.getByText('Verify it now')).toBeDefined();
  });
});

test('[SC-07] after it gave up, a return to the tab finds out that the link was opened', async () => {
  const polled = await start();
  for (let done = 0; done < 40; done += 1) {
    await advanceTime((2 + done) * 1_000);
    await polled(done + 1);
  }
  await shows(FAILED);
  verified = true;
  await look(true);
  await look(false);
  await polled(41);
  await goes(FAILED);
});

test('[SC-07] leaving the page ends the polling', async () => {
  await start();
  act(() => {
    location.hash = '#/unknown';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await shows('Page not found');
  const before = asked;
  await advanceTime(120_000);
  expect(asked).toBe(before);
});

import { act, fireEvent, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { aMe } from '../../../testing/builders.ts';
import { advanceTime, waitUntil } from '../../../testing/fake-time.ts';
import { answer, refuse } from '../../../testing/handlers.ts';
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

test('[SC-07] a mail that was not sent: the error, and the retry sends', async () => {
  renderApp('/security', {
    handlers: [me, refuse(SEND, 'RATE_LIMITED'), ...emptySecurity()],
  });
  await shows('Verify it now');
  fireEvent.click(screen.getByRole('button', { name: 'Verify it now' }));
  await shows(FAILED);
  server.use(sendHandler);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await shows('Verification Email Sent');
});

test('[SC-07] leaving the page ends the polling', async () => {
  await start();
  server.use(answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } }));
  act(() => {
    location.hash = '#/';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await shows('Products');
  const before = asked;
  await advanceTime(120_000);
  expect(asked).toBe(before);
});

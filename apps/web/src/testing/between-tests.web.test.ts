import { expect, test, vi } from 'vitest';
import { restoreTimers } from './fake-time.ts';
import { startRequests } from './test-requests.ts';

/** A test must not affect the next test of the same worker. */

test('frames come again after a test whose fake timers had to draw one', async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // A frame that an earlier test left pending would be drawn by the real timer. It may request another one.
  for (let passed = 0; passed < 5; passed += 1) await frame();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const missed = vi.fn();
  requestAnimationFrame(missed);
  restoreTimers();
  expect(missed).toHaveBeenCalledOnce();
  await frame();
});

test('a request that settles after its test is answered neither with a response nor with an error', async () => {
  const answers: PromiseWithResolvers<Response>[] = [];
  const original = vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
  const stopRequests = startRequests();
  const during = fetch('/during');
  answers[0]?.resolve(new Response('here'));
  expect(await (await during).text()).toBe('here');

  const settled = vi.fn();
  for (const path of ['/late', '/failed']) void fetch(path).then(settled, settled);
  stopRequests();
  answers[1]?.resolve(new Response());
  answers[2]?.reject(new TypeError('timed out'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).not.toHaveBeenCalled();
  expect(globalThis.fetch).toBe(original);
});

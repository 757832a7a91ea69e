import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { aConfig } from './a-config.ts';
import { restoreTimers } from './fake-time.ts';
import { closeQueries } from './open-queries.ts';
import { server } from './server.ts';
import { startRequests } from './test-requests.ts';

// The page reads its configuration when its modules load, so it must stand before any test imports one.
if (!document.getElementById('config')) {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'config';
  element.textContent = JSON.stringify(aConfig());
  document.head.append(element);
}
const { config } = await import('../lib/config.ts');

// a lazy page on a machine that does six other things takes longer than the second that is usual
configure({ asyncUtilTimeout: 60_000 });

Object.assign(globalThis, { scrollTo: () => undefined });
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
})) as unknown as typeof matchMedia;

// jsdom lays nothing out: nothing comes into view or changes its size unless a test says so
const neverObserves = class {
  observe() {}
  disconnect() {}
};
window.IntersectionObserver ??= neverObserves as unknown as typeof IntersectionObserver;
window.ResizeObserver ??= neverObserves as unknown as typeof ResizeObserver;

/** What no test expected: reported when it ends, because a throw inside a handler may be swallowed. */
let unexpected: string[] = [];
const describePart = (part: unknown): string =>
  part instanceof Error && part.cause ? `${part}, caused by ${describePart(part.cause)}` : String(part);

// it complains through console.error, which fails the test below
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));

let stopRequests = () => {};

beforeEach(() => {
  stopRequests = startRequests();
  Object.assign(config, aConfig());
  unexpected = [];
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    unexpected.push(parts.map(describePart).join(' '));
  });
});

afterEach(async () => {
  cleanup();
  restoreTimers();
  await closeQueries();
  server.resetHandlers();
  vi.restoreAllMocks();
  stopRequests();
  localStorage.clear();
  sessionStorage.clear();
  delete window.__foyer;
  history.replaceState(null, '', '/');
  expect(unexpected, 'console errors and unhandled requests').toEqual([]);
});

afterAll(async () => {
  // a part still on its way fails when its file ends, and React would tell that to the next file of this worker
  await vi.dynamicImportSettled();
  server.close();
});

import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext, Page, Request } from '@playwright/test';
import type { Cleanup } from '../cleanup.ts';
import type { Row } from '../report.ts';
import type { Stage } from '../stage.ts';
import { compare } from '../statistics.ts';
import { openBrowser } from './chromium.ts';
import { signInBrowser } from './sign-in.ts';

interface Fetched {
  readonly path: string;
  readonly bytes: number;
  readonly isCode: boolean;
  /** True if the HTML names the file, so that the page waits for it. Other files are requested after the first paint. */
  readonly isFirst: boolean;
  readonly encoding: string;
}

const asFetched = async (request: Request, html: string): Promise<Fetched | null> => {
  const response = await request.response();
  if (!response) return null;
  const headers = await response.allHeaders();
  const path = new URL(request.url()).pathname;
  return {
    path,
    isFirst: html.includes(`"${path}"`),
    bytes: (await request.sizes()).responseBodySize,
    isCode: /javascript|text\/css/.test(headers['content-type'] ?? ''),
    encoding: headers['content-encoding'] ?? 'plain',
  };
};

/** Files that the browser fetches from the address until the page shows its data and the network is idle. */
const fetchedBy = async (
  context: BrowserContext,
  url: string,
  shown: (page: Page) => Promise<unknown>,
): Promise<Fetched[]> => {
  const html = await (await context.request.get(url)).text();
  const page = await context.newPage();
  const finished: Promise<Fetched | null>[] = [];
  page.on('requestfinished', (request) => finished.push(asFetched(request, html)));
  await page.goto(url);
  await shown(page);
  await page.waitForLoadState('networkidle');
  const fetched = (await Promise.all(finished)).filter((one) => one !== null);
  const styles = await page.locator('style').allTextContents();
  await page.close();
  return [...fetched, ...styles.map(inPage)];
};

/** Inline style of the HTML, counted by its compressed size like a CSS file but not as a request. */
const inPage = (style: string): Fetched => ({
  path: 'inline style (counted here, not in the HTML)',
  bytes: brotliCompressSync(style).length,
  isCode: true,
  isFirst: true,
  encoding: 'br',
});
const isRequest = ({ path }: Fetched): boolean => path.startsWith('/');

const sum = (fetched: readonly Fetched[]): number => fetched.reduce((total, { bytes }) => total + bytes, 0);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const describe = (name: string, fetched: readonly Fetched[]): string =>
  [
    `${name}:`,
    ...fetched.map(({ path, bytes, encoding }) => `  ${String(bytes).padStart(8)}  ${encoding.padEnd(5)}  ${path}`),
  ].join('\n');

/** Measures the bytes fetched for Home of a signed-in customer with an empty cache, against the bare React page. */
export const measureBytes = async (cleanup: Cleanup, { product, raw }: Stage): Promise<Row[]> => {
  const browser = await openBrowser(cleanup);
  await signInBrowser(browser.context, product.url);
  const ours = await fetchedBy(browser.context, `${product.url}/#/`, (page) =>
    page.getByRole('heading', { name: /Welcome, Ada/ }).waitFor(),
  );
  const bare = await fetchedBy(browser.context, `${raw.url}/`, (page) => page.getByText('email:').waitFor());
  await browser.close();
  console.log(`${describe('Home', ours)}\n${describe('bare React', bare)}`);

  const one = (read: (fetched: readonly Fetched[]) => number) => compare([{ ours: read(ours), limit: read(bare) }]);
  return [
    {
      what: 'Home with its data: JS + CSS, brotli',
      comparison: one((fetched) => sum(fetched.filter(({ isCode, isFirst }) => isCode && isFirst))),
      goal: { better: 'less', target: 1.45, aim: 1.4 },
      show: kilobytes,
    },
    {
      what: 'Home, JS + CSS until the network is idle (with sandbox bar and consent question)',
      comparison: one((fetched) => sum(fetched.filter(({ isCode }) => isCode))),
      show: kilobytes,
    },
    {
      what: 'Home: everything fetched (HTML, font, data)',
      comparison: one((fetched) => sum(fetched.filter(isRequest))),
      show: kilobytes,
    },
    {
      what: 'Home: requests',
      comparison: one((fetched) => fetched.filter(isRequest).length),
      show: String,
      withoutRatio: true,
    },
  ];
};

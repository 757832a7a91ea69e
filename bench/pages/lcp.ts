import lighthouse from 'lighthouse';
import type { Closing } from '../closing.ts';
import { freePort } from '../processes.ts';
import type { Row } from '../report.ts';
import type { Stage } from '../stage.ts';
import { compare } from '../statistics.ts';
import { openBrowser } from './chromium.ts';
import { signInBrowser } from './sign-in.ts';

export const LCP_RUNS = 5;

const LCP = 'largest-contentful-paint';
const CLS = 'cumulative-layout-shift';

interface Paint {
  readonly lcpMs: number;
  readonly cls: number;
}

/** On a busy machine Chromium's trace sometimes lacks its beginning, and Lighthouse then asks to be run again. */
const TRIES = 3;

/** One visit under Lighthouse's own mobile throttling, in a browser of its own; signed in at the product. */
const visit = async (closing: Closing, url: string, signedInAt: string | null, tried = 1): Promise<Paint> => {
  const port = await freePort();
  const browser = await openBrowser(closing, port);
  if (signedInAt !== null) await signInBrowser(browser.context, signedInAt);
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyAudits: [LCP, CLS],
    disableStorageReset: true, // the session is in the storage; the cache of a new profile is empty anyway
  });
  await browser.close();
  if (result?.lhr.runtimeError && tried < TRIES) return visit(closing, url, signedInAt, tried + 1);
  const figure = (audit: string): number => {
    const { numericValue, errorMessage } = result?.lhr.audits[audit] ?? {};
    if (numericValue === undefined) throw new Error(`Lighthouse found no ${audit} at ${url}: ${errorMessage ?? ''}`);
    return numericValue;
  };
  return { lcpMs: figure(LCP), cls: figure(CLS) };
};

/** How soon Home stands on a mid phone, beside the bare page that makes one request: A B A B … */
export const measureLcp = async (closing: Closing, { product, raw }: Stage): Promise<Row[]> => {
  const visits: { ours: Paint; limit: Paint }[] = [];
  for (let run = 0; run < LCP_RUNS; run += 1) {
    const ours = await visit(closing, `${product.url}/#/`, product.url);
    const limit = await visit(closing, `${raw.url}/`, null);
    visits.push({ ours, limit });
  }
  return [
    {
      what: 'Home: LCP, mobile throttling',
      comparison: compare(visits.map(({ ours, limit }) => ({ ours: ours.lcpMs, limit: limit.lcpMs }))),
      goal: { better: 'less', target: 1.15, aim: 0.7 },
      show: (ms) => `${(ms / 1000).toFixed(2)} s`,
    },
    {
      what: 'Home: CLS',
      comparison: compare(visits.map(({ ours, limit }) => ({ ours: ours.cls, limit: limit.cls }))),
      show: (value) => value.toFixed(3),
      withoutRatio: true,
    },
  ];
};

import lighthouse from 'lighthouse';
import { freePort } from '../../apps/server/test/free-port.ts';
import type { Cleanup } from '../cleanup.ts';
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

/** On a busy machine Chromium's trace sometimes lacks its beginning. Lighthouse then reports an error and must run again. */
const TRIES = 3;

/**
 * Both methods of Lighthouse's mobile throttling. `devtools` slows down network and CPU while the page loads.
 * `simulate` loads the page at full speed and computes the throttled times from that trace.
 */
const METHODS = ['devtools', 'simulate'] as const;
type Method = (typeof METHODS)[number];

interface Visit {
  readonly url: string;
  readonly method: Method;
  readonly signedInAt: string | null;
}

/** Measures one visit in a new browser, signed in at `signedInAt` unless that is null. */
const visit = async (cleanup: Cleanup, how: Visit, tried = 1): Promise<Paint> => {
  const { url, method, signedInAt } = how;
  const port = await freePort();
  const browser = await openBrowser(cleanup, port);
  if (signedInAt !== null) await signInBrowser(browser.context, signedInAt);
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyAudits: [LCP, CLS],
    throttlingMethod: method,
    disableStorageReset: true, // keeps the session in localStorage; the cache of a new profile is empty
  });
  await browser.close();
  if (result?.lhr.runtimeError && tried < TRIES) return visit(cleanup, how, tried + 1);
  const figure = (audit: string): number => {
    const { numericValue, errorMessage } = result?.lhr.audits[audit] ?? {};
    if (numericValue === undefined)
      throw new Error(`Lighthouse measured no ${audit} at ${url}: ${errorMessage ?? 'no error message'}`);
    return numericValue;
  };
  return { lcpMs: figure(LCP), cls: figure(CLS) };
};

const TITLES: Readonly<Record<Method, string>> = {
  devtools: 'Home: LCP, mobile throttling applied',
  simulate: 'Home: LCP, mobile throttling simulated',
};

/** Measures LCP and CLS of Home on a simulated mid-range phone against the bare page, in alternating visits. */
export const measureLcp = async (cleanup: Cleanup, { product, raw }: Stage): Promise<Row[]> => {
  const rows: Row[] = [];
  const shifts: { ours: number; limit: number }[] = [];
  for (const method of METHODS) {
    const visits: { ours: Paint; limit: Paint }[] = [];
    for (let run = 0; run < LCP_RUNS; run += 1) {
      const ours = await visit(cleanup, { url: `${product.url}/#/`, method, signedInAt: product.url });
      const limit = await visit(cleanup, { url: `${raw.url}/`, method, signedInAt: null });
      visits.push({ ours, limit });
      shifts.push({ ours: ours.cls, limit: limit.cls });
    }
    rows.push({
      what: TITLES[method],
      comparison: compare(visits.map(({ ours, limit }) => ({ ours: ours.lcpMs, limit: limit.lcpMs }))),
      goal: { better: 'less', target: 1.15, aim: 0.7 },
      show: (ms) => `${(ms / 1000).toFixed(2)} s`,
    });
  }
  return [
    ...rows,
    {
      what: 'Home: CLS',
      comparison: compare(shifts),
      show: (value) => value.toFixed(3),
      withoutRatio: true,
    },
  ];
};

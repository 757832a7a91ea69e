import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLimits } from '../apps/server/src/adapters/postgres/database.ts';
import { type Cleanup, makeCleanup } from './cleanup.ts';
import { CLIENTS, COUNTED_SECONDS, ROUNDS } from './comparison.ts';
import { readMachine } from './machine.ts';
import { buildBarePage, buildProductPages } from './pages/build-pages.ts';
import { measureBytes } from './pages/bytes.ts';
import { findChromium } from './pages/chromium.ts';
import { LCP_RUNS, measureLcp } from './pages/lcp.ts';
import { measurePeers } from './peers.ts';
import { plotRenewals } from './plot.ts';
import { measureMe, measureTokens } from './rates.ts';
import { measureRenewals } from './renewals.ts';
import { formatDocument, formatSkipped, formatText, type Row, replaceWritten, type Skipped } from './report.ts';
import { measureScale } from './scale.ts';
import { measureSignIns } from './sign-ins.ts';
import { type Stage, startStage } from './stage.ts';

/**
 * `npm run bench [-- bytes|lcp|me|tokens|sign-ins|peers|renewals|scale …]`: measures the product against the raw limit.
 * Without a name it measures every part and replaces the figures of the last run in docs/benchmarks.md.
 * BENCH_CPU_PROFILE=<folder> writes a CPU profile of the product there. BENCH_SIZES=<numbers with commas> replaces the
 * numbers of customers in `renewals` and `scale`.
 */

type StagedPart = 'bytes' | 'lcp' | 'me' | 'tokens' | 'sign-ins' | 'peers';
/** Parts that start their own database server and do not use the shared stage. */
type OwnPart = 'renewals' | 'scale';
type Part = StagedPart | OwnPart;

const OWN: Readonly<Record<OwnPart, (cleanup: Cleanup) => Promise<Row[]>>> = {
  renewals: measureRenewals,
  scale: measureScale,
};
const STAGED: Readonly<Record<StagedPart, (cleanup: Cleanup, stage: Stage) => Promise<Row[]>>> = {
  bytes: measureBytes,
  lcp: measureLcp,
  me: measureMe,
  tokens: measureTokens,
  'sign-ins': measureSignIns,
  peers: measurePeers,
};
const ALL = [...Object.keys(STAGED), ...Object.keys(OWN)] as Part[];
const isOwn = (part: Part): part is OwnPart => part in OWN;
const PAGE_PARTS: readonly Part[] = ['bytes', 'lcp'];

const METHOD = [
  'Each ratio is the median of the ratios of neighbouring measurements. If there are several, their range is given too.',
  'Product: the production server in a separate process with demo data and its usual log. Only the request-rate limits are raised.',
  `Bytes: response bodies as Chromium received them, signed in with an empty cache, until Home shows its data and the network is idle. Compared with a page with React ${'`createRoot`'}, one request and one list, built by the same Vite (bench/bare-react).`,
  `LCP and CLS: Lighthouse with its mobile throttling, both applied by the browser and simulated from an unthrottled visit. ${LCP_RUNS} alternating visits of each page, each in a new browser profile.`,
  `Requests: ${CLIENTS} keep-alive clients in a third process, ${defaultLimits.connections} database connections for each server, ${ROUNDS} alternating rounds of ${COUNTED_SECONDS} s. 2048 sessions; each exchange rotates the refresh token.`,
  'Sign-ins: correct passwords of 256 accounts in turn, argon2id. The limit is a bare server (bench/raw) that only verifies hashes, as many at once as the machine has cores.',
  'Renewals: the work of the billing worker with a gateway that responds at once: both transactions, all rows, the ledger and the mail job. Databases of all sizes are on one server, with 1,000 renewals per round and database. The limit is one connection with a transaction of three prepared statements on narrow tables for each renewal.',
  'CPU: time of our process and of the PostgreSQL backends of its connections. Customers are copies, made by set-based SQL, of one who bought through the product. Scale: 1,000 customers, spread over all, send requests in turn; each has 10 receipts.',
  'Peers (bench/peers, with separate packages): oidc-provider with its documents in PostgreSQL and refresh-token rotation, without an id token; better-auth with its defaults and without rate limits.',
  'Raw limit (bench/raw): node:http and pg with one named statement: a select by primary key that returns the same bytes, or an update by primary key on a narrow table, committed with the same durability on the same database server.',
];

const readNames = (words: readonly string[]): Part[] => {
  const unknown = words.find((word) => !ALL.includes(word as Part));
  if (unknown !== undefined) throw new Error(`Unknown part "${unknown}". Parts: ${ALL.join(', ')}.`);
  return words.length > 0 ? ALL.filter((part) => words.includes(part)) : ALL;
};

/** Reason why the pages cannot be measured, or null. */
const pagesMissing = async (): Promise<string | null> =>
  findChromium() === null ? 'Chromium is not installed. On Debian: apt-get install chromium.' : buildProductPages();

const measure = async (cleanup: Cleanup, names: readonly Part[]): Promise<{ rows: Row[]; skipped: Skipped[] }> => {
  const wantsPages = names.some((name) => PAGE_PARTS.includes(name));
  const missing = wantsPages ? await pagesMissing() : null;
  const measured = names.filter((name) => missing === null || !PAGE_PARTS.includes(name));
  const skipped = names.filter((name) => !measured.includes(name)).map((part) => ({ part, reason: missing ?? '' }));
  const rows: Row[] = [];
  // Each part closes everything it started before the next part begins.
  for (const name of measured.filter(isOwn)) {
    console.log(`Measuring ${name} …`);
    const own = makeCleanup();
    cleanup.add(name, () => own.closeAll());
    const part = await OWN[name](own);
    console.log(formatText(part));
    rows.push(...part);
    await own.closeAll();
  }
  const staged = measured.filter((name): name is StagedPart => !isOwn(name));
  if (staged.length === 0) return { rows, skipped };
  console.log('Starting the product and the raw server …');
  const stage = await startStage(cleanup, {
    bareFolder: wantsPages && missing === null ? buildBarePage(cleanup) : null,
    profileFolder: process.env.BENCH_CPU_PROFILE ?? null,
  });
  for (const name of staged) {
    console.log(`Measuring ${name} …`);
    const part = await STAGED[name](cleanup, stage);
    console.log(formatText(part)); // printed now, so that the failure of a later part does not lose it
    rows.push(...part);
  }
  return { rows, skipped };
};

const PICTURE = 'benchmarks-renewals.svg';

const writeDocument = (text: string, picture: string | null): void => {
  const folder = path.resolve(import.meta.dirname, '../docs');
  const file = path.join(folder, 'benchmarks.md');
  writeFileSync(file, replaceWritten(readFileSync(file, 'utf8'), text));
  if (picture) writeFileSync(path.join(folder, PICTURE), picture);
  console.log('\nWritten to docs/benchmarks.md.');
};

const cleanup = makeCleanup();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => void cleanup.closeAll().then(() => process.exit(code)));
}

try {
  const names = readNames(process.argv.slice(2));
  const machine = readMachine();
  const { rows, skipped } = await measure(cleanup, names);
  console.log(
    `\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, load average before: ${machine.load.toFixed(1)}\n`,
  );
  if (rows.length > 0) console.log(formatText(rows));
  for (const one of skipped) console.log(formatSkipped(one));
  if (names.length === ALL.length && rows.length > 0) {
    const picture = plotRenewals(rows);
    writeDocument(
      formatDocument({ date: new Date(), machine, rows, skipped, picture: picture && PICTURE, method: METHOD }),
      picture,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cleanup.closeAll();
}

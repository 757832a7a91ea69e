import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLimits } from '../apps/server/src/adapters/postgres/database.ts';
import { type Closing, makeClosing } from './closing.ts';
import { CLIENTS, COUNTED_SECONDS, ROUNDS } from './contest.ts';
import { readMachine } from './machine.ts';
import { buildBarePage, buildProductPages } from './pages/build-pages.ts';
import { measureBytes } from './pages/bytes.ts';
import { findChromium } from './pages/chromium.ts';
import { LCP_RUNS, measureLcp } from './pages/lcp.ts';
import { measurePeers } from './peers.ts';
import { plotRenewals } from './plot.ts';
import { measureMe, measureTokens } from './rates.ts';
import { measureRenewals } from './renewals.ts';
import { asDocument, asSkipped, asText, type Row, type Skipped } from './report.ts';
import { measureScale } from './scale.ts';
import { measureSignIns } from './sign-ins.ts';
import { type Stage, setStage } from './stage.ts';

/**
 * `npm run bench [-- bytes|lcp|me|tokens|sign-ins|peers|renewals|scale …]`: the product beside the raw limit, in one run. Without a name everything
 * is measured and docs/benchmarks.md is written.
 * With BENCH_CPU_PROFILE=<folder> the product's process leaves a CPU profile there; with BENCH_SIZES=<numbers> renewals and
 * scale are measured at other numbers of customers than they say.
 */

type StagedPart = 'bytes' | 'lcp' | 'me' | 'tokens' | 'sign-ins' | 'peers';
/** They set a stage of their own, with databases of their own sizes. */
type OwnPart = 'renewals' | 'scale';
type Part = StagedPart | OwnPart;

const OWN: Readonly<Record<OwnPart, (closing: Closing) => Promise<Row[]>>> = {
  renewals: measureRenewals,
  scale: measureScale,
};
const STAGED: Readonly<Record<StagedPart, (closing: Closing, stage: Stage) => Promise<Row[]>>> = {
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
  'Each ratio is the median of the ratios of neighbouring measurements, with their range beside it where there are several.',
  'Product: the production server in its own process with demo data and its usual log, only the request-rate limits raised.',
  `Bytes: bodies as Chromium received them, empty cache, signed in, until Home shows its data and the network is quiet; beside a page with React ${'`createRoot`'}, one request and one list, built by the same Vite (bench/bare-react).`,
  `LCP and CLS: Lighthouse with its mobile throttling, applied by the browser and simulated from an unhindered visit, ${LCP_RUNS} visits of each page by turns, each in a new browser profile.`,
  `Requests: ${CLIENTS} keep-alive clients in a third process, ${defaultLimits.connections} database connections each, ${ROUNDS} rounds of ${COUNTED_SECONDS} s by turns; 2048 sessions, whose refresh tokens step with every exchange.`,
  'Sign-ins: a right password each, 256 accounts by turns, argon2id; the limit is a bare server (bench/raw) that verifies as many hashes at once as the machine has cores and does nothing else.',
  'Renewals: what the worker does with a gateway that answers at once: both transactions, every row, the books and the mail’s job; databases of all sizes side by side on one server, 1,000 renewals a round on each by turns with the limit, which is one connection and three prepared statements on narrow tables in a transaction of their own for each renewal.',
  'CPU: of our process and of the database server’s processes behind its connections. Customers were made by set-based SQL from one who bought through the product; scale: 1,000 of them, spread over all, ask by turns, each with 10 receipts.',
  'Peers (bench/peers, with packages of their own): oidc-provider with its documents in PostgreSQL and refresh-token rotation, without an id token; better-auth with its defaults and without request limits.',
  'Raw limit (bench/raw): node:http and pg, one named statement: a select by primary key that answers with the same bytes, or an update by primary key on a narrow table, committed with the same durability on the same database server.',
];

const readNames = (words: readonly string[]): Part[] => {
  const unknown = words.find((word) => !ALL.includes(word as Part));
  if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${ALL.join(', ')}.`);
  return words.length > 0 ? ALL.filter((part) => words.includes(part)) : ALL;
};

/** Why the pages cannot be measured now, or null. */
const pagesMissing = async (): Promise<string | null> =>
  findChromium() === null ? 'Chromium is not installed: apt-get install chromium.' : buildProductPages();

const measure = async (closing: Closing, names: readonly Part[]): Promise<{ rows: Row[]; skipped: Skipped[] }> => {
  const wantsPages = names.some((name) => PAGE_PARTS.includes(name));
  const missing = wantsPages ? await pagesMissing() : null;
  const measured = names.filter((name) => missing === null || !PAGE_PARTS.includes(name));
  const skipped = names.filter((name) => !measured.includes(name)).map((part) => ({ part, reason: missing ?? '' }));
  const rows: Row[] = [];
  // Each is over, with what it had started, before the next one begins.
  for (const name of measured.filter(isOwn)) {
    console.log(`Measuring ${name} …`);
    const own = makeClosing();
    closing.add(name, () => own.closeAll());
    const part = await OWN[name](own);
    console.log(asText(part));
    rows.push(...part);
    await own.closeAll();
  }
  const staged = measured.filter((name): name is StagedPart => !isOwn(name));
  if (staged.length === 0) return { rows, skipped };
  console.log('Starting the product and the raw server …');
  const stage = await setStage(closing, {
    bareFolder: wantsPages && missing === null ? buildBarePage(closing) : null,
    profileFolder: process.env.BENCH_CPU_PROFILE ?? null,
  });
  for (const name of staged) {
    console.log(`Measuring ${name} …`);
    const part = await STAGED[name](closing, stage);
    console.log(asText(part)); // told at once: a later part that fails takes nothing with it
    rows.push(...part);
  }
  return { rows, skipped };
};

const PICTURE = 'benchmarks-renewals.svg';

const writeDocument = (text: string, picture: string | null): void => {
  const folder = path.resolve(import.meta.dirname, '../docs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'benchmarks.md'), text);
  if (picture) writeFileSync(path.join(folder, PICTURE), picture);
  console.log('\nWritten to docs/benchmarks.md.');
};

const closing = makeClosing();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => void closing.closeAll().then(() => process.exit(code)));
}

try {
  const names = readNames(process.argv.slice(2));
  const machine = readMachine();
  const { rows, skipped } = await measure(closing, names);
  console.log(
    `\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, load average before: ${machine.load.toFixed(1)}\n`,
  );
  if (rows.length > 0) console.log(asText(rows));
  for (const one of skipped) console.log(asSkipped(one));
  if (names.length === ALL.length && rows.length > 0) {
    const picture = plotRenewals(rows);
    writeDocument(
      asDocument({ date: new Date(), machine, rows, skipped, picture: picture && PICTURE, method: METHOD }),
      picture,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closing.closeAll();
}

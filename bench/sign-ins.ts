import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from './cleanup.ts';
import { type MeasuredServer, runComparison } from './comparison.ts';
import { meOfProduct } from './rates.ts';
import type { Row } from './report.ts';
import type { BenchUser, Stage } from './stage.ts';
import { compare } from './statistics.ts';

/** More than the number of hashes that run at once, fewer than the limit of the hash queue. */
const CLIENTS = 16;
const SIGN_INS_PER_SECOND = 20;
const TIMING_SAMPLES = 200;

/** User with a known device. A sign-in from an unknown device would add a row and send a mail each time. */
interface KnownUser extends BenchUser {
  readonly device: string;
}

const signInRequest = (path: string, user: KnownUser): string => {
  const body = JSON.stringify(user);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

const signInsAt = (port: number, path: string, users: readonly KnownUser[]): MeasuredServer => ({
  port,
  work: () => ({ kind: 'fixed', requests: users.map((user) => signInRequest(path, user)) }),
});

const signIn = (stage: Stage, user: BenchUser, from = '192.0.2.1'): Promise<Response> =>
  fetch(`${stage.product.url}/api/auth/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(user),
  });

/** Starts 20 sign-ins per second, without waiting for the responses. Returns a function that ends them. */
const signInsMeanwhile = (stage: Stage, users: readonly KnownUser[]) => () => {
  const underWay = new Set<Promise<unknown>>();
  let at = 0;
  const timer = setInterval(() => {
    const user = users[at % users.length] as KnownUser;
    at += 1;
    const one = signIn(stage, user).then((response) => response.arrayBuffer());
    underWay.add(one);
    one.finally(() => underWay.delete(one));
  }, 1000 / SIGN_INS_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.allSettled(underWay);
  };
};

/**
 * Measures whether the response time of a wrong password shows that an address is known: median times, and the area under
 * the ROC curve (INV-19).
 */
const measureTiming = async (stage: Stage): Promise<Row[]> => {
  let guesses = 0;
  const time = async (email: string): Promise<number> => {
    guesses += 1;
    const from = `10.0.${guesses >> 8}.${guesses & 255}`; // wrong passwords are limited per client address
    const startedAt = performance.now();
    await (await signIn(stage, { email, password: 'not the password' }, from)).arrayBuffer();
    return performance.now() - startedAt;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let sample = 0; sample < TIMING_SAMPLES; sample += 1) {
    // One guess for each email address, so that no account is locked.
    const user = stage.users[sample % stage.users.length] as BenchUser;
    if (sample % 2 === 0) known.push(await time(user.email));
    unknown.push(await time(`nobody-${sample}@bench.arcwave.test`));
    if (sample % 2 === 1) known.push(await time(user.email));
    await sleep(1);
  }
  // Probability that a known address takes longer than an unknown one; 0.5 means they cannot be distinguished.
  const longer = known.flatMap((a) => unknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  const auc = longer.reduce((sum: number, one) => sum + one, 0) / longer.length;
  const middle = compare(known.map((ours, index) => ({ ours, limit: unknown[index] ?? Number.NaN })));
  return [
    {
      what: 'Wrong password, known beside unknown email, median ms',
      comparison: middle,
      show: (ms) => ms.toFixed(2),
    },
    {
      what: 'The same, area under the ROC curve (wanted: 0.40–0.60; 0.50 reveals nothing)',
      comparison: { ...middle, ours: auc, limit: 0.5, ratio: auc / 0.5, lowest: auc / 0.5, highest: auc / 0.5 },
      show: (value) => value.toFixed(2),
      withoutRatio: true,
    },
  ];
};

const makeKnown = async (stage: Stage): Promise<KnownUser[]> => {
  const known: KnownUser[] = [];
  for (const user of stage.users) {
    const { device } = (await (await signIn(stage, user)).json()) as { device: string };
    known.push({ ...user, device });
  }
  return known;
};

export const measureSignIns = async (cleanup: Cleanup, stage: Stage): Promise<Row[]> => {
  const users = await makeKnown(stage);
  const rate = await runComparison(cleanup, {
    what: 'Sign-ins beside argon2id alone',
    target: 0.85,
    aim: 0.95,
    clients: CLIENTS,
    ours: signInsAt(stage.product.port, '/api/auth/sessions', users),
    limit: signInsAt(stage.raw.port, '/sign-in', users),
  });
  const me = await runComparison(cleanup, {
    what: `\`GET /api/auth/me\` while ${SIGN_INS_PER_SECOND} sign-ins a second arrive, beside itself`,
    target: 0.8,
    aim: 0.9,
    ours: { ...meOfProduct(stage), meanwhile: signInsMeanwhile(stage, users) },
    limit: meOfProduct(stage),
  });
  return [...rate, ...me, ...(await measureTiming(stage))];
};

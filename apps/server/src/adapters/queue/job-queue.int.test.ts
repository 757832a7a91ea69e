import type { MailJob } from '@foyer/domain/state/mail-job';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Database, defaultLimits, openDatabase } from '../postgres/database.ts';
import { type JobQueue, makeJobQueue } from './job-queue.ts';

let own: TestDatabase;
let database: Database;
let queue: JobQueue;
let errors: string[];

beforeEach(async () => {
  own = await createTestDatabase();
  errors = [];
  database = openDatabase(own.config, (error) => void errors.push(error.message));
  queue = makeJobQueue(own.config, (error) => void errors.push(error.message));
  await queue.start();
});

afterEach(async () => {
  await queue.stop();
  await database.close();
  await own.drop();
});

const mailTo = (accountId: string): MailJob => ({
  template: 'receipt',
  accountId,
  invoiceId: null,
  subscriptionId: null,
  at: 0,
  facts: {},
});

const jobsOf = (name: string) =>
  database.query<{ of: string; state: string }>(
    `SELECT coalesce(data ->> 'accountId', data ->> 'cardId') AS of, state FROM pgboss.job_common WHERE name = $1 ORDER BY 1`,
    [name],
  );

test('[INV-26] a handler that throws at once fails its own job; a mail that was sent beside it is not sent again', async () => {
  await queue.enqueueMails(database, [mailTo('acc_1'), mailTo('acc_2'), mailTo('acc_3')]);
  const handled = new Set<string>();
  const all = Promise.withResolvers<void>();
  await queue.workMails((_id, job) => {
    if (!('template' in job) || !('accountId' in job)) throw new Error('another kind of mail');
    handled.add(job.accountId);
    if (handled.size === 3) all.resolve();
    if (job.accountId === 'acc_2') throw new Error('not this one');
    return Promise.resolve();
  });
  await all.promise;
  await queue.stop();
  expect(await jobsOf('mail')).toEqual([
    { of: 'acc_1', state: 'completed' },
    { of: 'acc_2', state: 'retry' },
    { of: 'acc_3', state: 'completed' },
  ]);
  expect(errors).toEqual([expect.stringMatching(/^job \S+ \(mail\) failed: not this one$/)]);
});

test('[INV-27] a mail that fails at the moment its account is closed does not stay in the queue', async () => {
  const waiting = { lockTimeoutMs: 30_000, statementTimeoutMs: 40_000, answerTimeoutMs: 50_000 };
  const patient = openDatabase(own.config, (error) => void errors.push(error.message), {
    ...defaultLimits,
    ...waiting,
  });
  await queue.enqueueMails(patient, [mailTo('acc_1')]);
  const closing = await patient.transaction(async (failing) => {
    // as pg-boss does when a job fails
    await failing.query(
      'WITH failed AS (DELETE FROM pgboss.job_common RETURNING *) INSERT INTO pgboss.job_common SELECT * FROM failed',
    );
    const dropping = patient.transaction((sql) =>
      queue.dropMails(sql, { accountId: 'acc_1', email: 'ada@example.test' }),
    );
    const locked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.query(locked)).length, { timeout: 25_000, interval: 10 }).toBe(1);
    return { dropping };
  });
  await closing.dropping;
  expect(await jobsOf('mail')).toEqual([]);
  await patient.close();
});

test('[BY-06] mails to one person go out in the order of what they tell, however they were queued, and one that fails stops none', async () => {
  const sent: string[] = [];
  const all = Promise.withResolvers<void>();
  await queue.enqueueMails(
    database,
    [3, 1, 2].map((at) => ({ ...mailTo('acc_1'), at })),
  );
  await queue.workMails(async (_id, { at }, waitedMs) => {
    expect(waitedMs).toBeGreaterThanOrEqual(0);
    sent.push(`${at} begins`);
    await database.query('SELECT 1');
    sent.push(`${at} is over`);
    if (at === 3) all.resolve();
    if (at === 1) throw new Error('not this one');
  });
  await all.promise;
  await queue.stop();
  expect(sent).toEqual([1, 2, 3].flatMap((at) => [`${at} begins`, `${at} is over`]));
  expect(errors).toEqual([expect.stringMatching(/^job \S+ \(mail\) failed: not this one$/)]);
});

test('[INV-12] a batch of mails to one person ends before its jobs come back, in a queue of an older version too', async () => {
  await database.query(`UPDATE pgboss.queue SET expire_seconds = 60 WHERE name = 'mail'`);
  await queue.stop();
  queue = makeJobQueue(own.config, (error) => void errors.push(error.message));
  await queue.start();
  await queue.enqueueMails(database, [mailTo('acc_1')]);
  const [mail] = await database.query<{ expireSeconds: number }>(
    `SELECT expire_seconds FROM pgboss.job_common WHERE name = 'mail'`,
  );
  const batchMails = 20;
  const timeoutSeconds = 10;
  expect(mail?.expireSeconds).toBeGreaterThan(batchMails * timeoutSeconds);
});

/** A job as a worker that was killed leaves it behind. */
const leaveBehind = (of: string, silentSeconds: number) =>
  database.query(
    `UPDATE pgboss.job_common SET state = 'active', started_on = now() - $2 * interval '1 second', heartbeat_on = now() - $2 * interval '1 second'
      WHERE name = 'mail' AND data ->> 'accountId' = $1`,
    [of, silentSeconds],
  );

test('[O17] mails of a killed worker leave at the next start, and those of a living one are left alone', async () => {
  await queue.enqueueMails(database, [mailTo('acc_1'), mailTo('acc_2')]);
  await leaveBehind('acc_1', 41);
  await leaveBehind('acc_2', 35);
  await queue.stop();
  queue = makeJobQueue(own.config, (error) => void errors.push(error.message));
  await queue.start();
  expect(await jobsOf('mail')).toEqual([
    { of: 'acc_1', state: 'retry' },
    { of: 'acc_2', state: 'active' },
  ]);
  const sent = Promise.withResolvers<string>();
  await queue.workMails(async (_id, job) => sent.resolve('accountId' in job ? job.accountId : ''));
  expect(await sent.promise).toBe('acc_1');
  await queue.stop();
  expect(errors).toEqual([]);
});

test('[O17] [INV-26] a mail is recorded as sent at once, and one that was given to another worker meanwhile is not sent by the first', async () => {
  await queue.enqueueMails(
    database,
    [1, 2, 3].map((at) => ({ ...mailTo('acc_1'), at })),
  );
  const sent: number[] = [];
  const isSecondUnderWay = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const isThirdDone = Promise.withResolvers<void>();
  await queue.workMails(async (_id, job) => {
    if ('accountId' in job && job.accountId === 'acc_2') return isThirdDone.resolve();
    sent.push(job.at);
    if (job.at !== 2) return;
    isSecondUnderWay.resolve();
    await mayGoOn.promise;
  });
  await isSecondUnderWay.promise;
  const states = await database.query<{ state: string }>(
    `SELECT state FROM pgboss.job_common WHERE name = 'mail' ORDER BY data -> 'at'`,
  );
  expect(states.map(({ state }) => state)).toEqual(['completed', 'active', 'active']);
  // Another server has taken the third one meanwhile, which counts as one more try.
  await database.query(
    `UPDATE pgboss.job_common SET retry_count = retry_count + 1 WHERE name = 'mail' AND data ->> 'at' = '3'`,
  );
  mayGoOn.resolve();
  // The next batch begins when this one is over.
  await queue.enqueueMails(database, [mailTo('acc_2')]);
  await isThirdDone.promise;
  expect(sent).toEqual([1, 2]);
  await queue.stop();
  expect(errors).toEqual([]);
});

test('[O13] a queue that stops finishes what is under way and gives the rest of the batch back', async () => {
  await queue.enqueueMails(
    database,
    [1, 2].map((at) => ({ ...mailTo('acc_1'), at })),
  );
  const isUnderWay = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  await queue.workMails(async () => {
    isUnderWay.resolve();
    await mayGoOn.promise;
  });
  await isUnderWay.promise;
  const stopped = queue.stopWork();
  mayGoOn.resolve();
  await stopped;
  const states = await database.query<{ state: string; isDue: boolean }>(
    `SELECT state, start_after <= now() AS is_due FROM pgboss.job_common WHERE name = 'mail' ORDER BY data -> 'at'`,
  );
  expect(states).toEqual([
    { state: 'completed', isDue: true },
    { state: 'retry', isDue: true },
  ]);
});

test('[INV-12] of cards to take off at the gateway no more are fetched than are asked for at once: none waits until it is given to another', async () => {
  await queue.enqueueDetachments(database, ['pm_1', 'pm_2', 'pm_3', 'pm_4', 'pm_5']);
  let most = 0;
  const handled = new Set<string>();
  const all = Promise.withResolvers<void>();
  await queue.workDetachments(async (cardId) => {
    const active = (await jobsOf('detach-card')).filter(({ state }) => state === 'active');
    most = Math.max(most, active.length);
    handled.add(cardId);
    if (handled.size === 5) all.resolve();
  });
  await all.promise;
  await queue.stop();
  expect(most).toBe(4);
  expect((await jobsOf('detach-card')).map(({ state }) => state)).toEqual(Array(5).fill('completed'));
  expect(errors).toEqual([]);
});

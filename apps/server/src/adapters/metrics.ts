import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseFacts } from './postgres/metric-reads.ts';

/** Metrics of this server in the text format of Prometheus. No label holds an id, an address or a name of a customer. */
export interface Metrics {
  /** Counts an answered call. `route` is its pattern, such as `/api/account/me`. */
  onAnswer(call: { method: string; route: string; status: number; seconds: number }): void;
  /** Counts a run of a stage of background work. */
  onStage(stage: string, hasFailed: boolean): void;
  /** Returns `inner` with the duration and outcome of each of its asynchronous calls measured. */
  measureGateway<Gateway extends object>(inner: Gateway): Gateway;
  /** Reads the database and returns all metrics as text. If the database does not answer, its metrics are left out. */
  text(): Promise<string>;
}

/** Sources of the metrics that are read when they are asked for. */
export interface MetricSources {
  readonly isDatabaseWritable: () => Promise<boolean>;
  readonly readDatabase: () => Promise<DatabaseFacts>;
  /** Connections of the pool, and callers that wait for one. */
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waiting: number };
}

const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const GATEWAY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

export const makeMetrics = (
  build: { readonly version: string; readonly commit?: string | null },
  sources: MetricSources,
): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of a counter, which the checker of Prometheus refuses. Figures by type are there without it.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `foyer_${name}`, help, labelNames: [...labelNames], registers });

  gauge('build_info', 'Always 1. The labels say what runs.', ['version', 'commit']).set(
    { version: build.version, commit: build.commit ?? '' },
    1,
  );
  const calls = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'Duration of answered calls by method, pattern of the path and class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_SECONDS,
    registers,
  });
  const lastRun = gauge(
    'background_last_run_timestamp_seconds',
    'Time of the last complete run of a stage, at first of the start.',
    ['stage'],
  );
  const failures = new Counter({
    name: 'foyer_background_failures_total',
    help: 'Failed runs of a stage of background work.',
    labelNames: ['stage'],
    registers,
  });
  const gatewayCalls = new Histogram({
    name: 'foyer_gateway_call_duration_seconds',
    help: 'Duration of calls of the payment gateway. A call without a usable answer has the outcome "failed".',
    labelNames: ['call', 'outcome'],
    buckets: GATEWAY_SECONDS,
    registers,
  });
  const writable = gauge('database_writable', '1 if the database answers and takes writes, otherwise 0.');
  const pool = gauge('database_connections', 'Connections of the pool: busy, or idle.', ['state']);
  const poolWaiting = gauge('database_connection_waiters', 'Calls that wait for a connection.');

  const dueAccounts = gauge('due_accounts', 'Accounts with work that is due, at most 10,000.');
  const dueOldest = gauge('due_oldest_seconds', 'Time since the oldest due work of an account became due.');
  const attempts = gauge(
    'payment_attempts_unanswered',
    'Charges without an answer for 5 minutes, and those that recovery gave up after seven days.',
  );
  const events = gauge(
    'gateway_events_waiting',
    'Events of the payment gateway that wait to be processed, or that fail.',
  );
  const eventsOldest = gauge(
    'gateway_events_oldest_seconds',
    'Time since the oldest of them was due, or failed for the first time.',
  );
  const eventsGivenUp = gauge(
    'gateway_events_given_up',
    'Events of the payment gateway that failed for 24 hours, of the last 30 days.',
  );
  const refunds = gauge('refunds_parked', 'Refunds that wait for a decision of an operator.');
  const payments = gauge('payments_parked', 'Payments that the books lack and that wait for an operator.');
  const restores = gauge(
    'restore_unreconciled',
    '1 while a restored database was not compared with the payment gateway, otherwise 0.',
  );
  const jobs = gauge('queue_jobs', 'Jobs of a queue: waiting, or failed for good.', ['queue', 'state']);
  const jobsOldest = gauge('queue_oldest_seconds', 'Time since the oldest waiting job of a queue was made.', ['queue']);

  const single = [dueAccounts, dueOldest, attempts, events, eventsOldest, eventsGivenUp, refunds, payments, restores];
  const leaveOutDatabase = (): void => {
    for (const one of single) one.remove();
    for (const one of [jobs, jobsOldest]) one.reset();
  };
  // Replaces the figures after they were read, so that two scrapes at the same time see none missing.
  const showDatabase = (facts: DatabaseFacts): void => {
    leaveOutDatabase();
    dueAccounts.set(facts.dueAccounts);
    dueOldest.set(facts.dueOldestSeconds);
    attempts.set(facts.unansweredAttempts);
    events.set(facts.waitingEvents);
    eventsOldest.set(facts.oldestEventSeconds);
    eventsGivenUp.set(facts.givenUpEvents);
    refunds.set(facts.parkedRefunds);
    payments.set(facts.parkedPayments);
    restores.set(facts.unreconciledRestores);
    for (const { queue, waiting, failed, oldestSeconds } of facts.queues) {
      jobs.set({ queue, state: 'waiting' }, waiting);
      jobs.set({ queue, state: 'failed' }, failed);
      jobsOldest.set({ queue }, oldestSeconds);
    }
  };

  return {
    onAnswer: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status: statusClass(status) }, seconds),
    onStage: (stage, hasFailed) => {
      if (hasFailed) failures.inc({ stage });
      else lastRun.setToCurrentTime({ stage });
    },
    measureGateway: (inner) =>
      new Proxy(inner, {
        get: (target, name, receiver) => {
          const member = Reflect.get(target, name, receiver);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) => {
            const stop = gatewayCalls.startTimer({ call: String(name) });
            const result = Reflect.apply(member, target, args);
            if (!(result instanceof Promise)) return result;
            return result.then(
              (answer) => {
                stop({ outcome: 'answered' });
                return answer;
              },
              (error) => {
                stop({ outcome: 'failed' });
                throw error;
              },
            );
          };
        },
      }),
    text: async () => {
      const { open, idle, waiting } = sources.connections();
      pool.set({ state: 'idle' }, idle);
      pool.set({ state: 'busy' }, open - idle);
      poolWaiting.set(waiting);
      const isWritable = await sources.isDatabaseWritable();
      writable.set(isWritable ? 1 : 0);
      await sources.readDatabase().then(showDatabase, leaveOutDatabase);
      return registry.metrics();
    },
  };
};

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { QueuedMail } from '../services/mail/ports.ts';
import type { Database, Sql } from './postgres/database.ts';
import type { HandleHook, JobQueue } from './queue/job-queue.ts';

/** Loaded only if traces are exported, because the libraries take memory and time of a start (decision 83). */

type HandleMail = (id: string, job: QueuedMail, waitedMs: number) => Promise<void>;

/** Span of one request. */
interface RequestTrace {
  /** Runs the rest of the request within the span. */
  run(handle: () => void): void;
  end(answer: { method: string; route: string; status: number; requestId: string }): void;
}

type SendCharges<Id> = (ids: readonly Id[]) => Promise<void>;

/** Adds spans to requests, charges, statements, gateway calls, mails and messages to products. None holds data of customers. */
export interface Tracing {
  /** Begins the span of a request. It continues the trace that `headers` name, if they do. */
  beginRequest(headers: Readonly<Record<string, unknown>>): RequestTrace;
  traceDatabase(database: Database): Database;
  traceGateway<Gateway extends object>(gateway: Gateway): Gateway;
  /** Begins a trace for each batch of charges that background work sends, such as renewals. */
  traceCharges<Id>(send: SendCharges<Id>): SendCharges<Id>;
  /** Stores the current trace with each queued mail and message to a product. */
  traceQueue(queue: JobQueue): JobQueue;
  /** Continues the trace that was stored with the mail. */
  traceMails(handle: HandleMail): HandleMail;
  /** Continues the trace that was stored with the message to a product. */
  traceHooks(handle: HandleHook): HandleHook;
  /** Sends the spans that wait, for at most two seconds. */
  stop(): Promise<void>;
}

interface TracingNeeds {
  /** Address of the collector without the path `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
  /** Called for the first batch that the collector does not take, and again after it took one. */
  readonly onFault: (error: unknown) => void;
  /** Pause between two batches. */
  readonly pauseMs?: number;
}

/** Spans that wait for the collector. Further ones are dropped. */
const QUEUE_SPANS = 2_048;
const PAUSE_MS = 5_000;
const EXPORT_TIMEOUT_MS = 5_000;
const STOP_MS = 2_000;

const propagator = new W3CTraceContextPropagator();
const getter = {
  keys: (headers: Readonly<Record<string, unknown>>) => Object.keys(headers),
  get: (headers: Readonly<Record<string, unknown>>, name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  },
};
const contextOf = (headers: Readonly<Record<string, unknown>>): Context =>
  propagator.extract(ROOT_CONTEXT, headers, getter);

const traceparentOf = (context: Context): string | undefined => {
  const carrier: Record<string, string> = {};
  propagator.inject(context, carrier, {
    set: (into: Record<string, string>, name, value) => {
      into[name] = value;
    },
  });
  return carrier.traceparent;
};

/** Begin of a statement: its verb and its first table. Texts of statements are constants, so the map stays small. */
const summaries = new Map<string, { readonly verb: string; readonly table: string }>();
const summaryOf = (text: string) => {
  const known = summaries.get(text);
  if (known) return known;
  const [verb = ''] = /[a-z]+/i.exec(text) ?? [];
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE)\s+([a-z_.]+)/i.exec(text) ?? [];
  const made = { verb: verb.toUpperCase(), table };
  summaries.set(text, made);
  return made;
};

/** Reports the first failure in a row. The library would be silent. */
const reportingOnce = (exporter: SpanExporter, onFault: (error: unknown) => void): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code === ExportResultCode.FAILED;
        if (hasFailed && !isFailing) onFault(result.error);
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};

const endFailed = (span: Span, error: unknown): void => {
  // The message of an error may hold personal data.
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
};

export const startTracing = ({ endpoint, version, onFault, pauseMs = PAUSE_MS }: TracingNeeds): Tracing => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = reportingOnce(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), onFault);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'foyer', 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: QUEUE_SPANS,
        scheduledDelayMillis: pauseMs,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('foyer', version);
  const current = new AsyncLocalStorage<Context>();

  type Attributes = Readonly<Record<string, string | number | boolean>>;

  /** Runs `work` in a span. Work without a parent, such as a look at the queue, gets none. */
  const inSpan = async <T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    parent = current.getStore(),
  ) => {
    if (!parent) return work();
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent);
    try {
      const result = await current.run(trace.setSpan(parent, span), work);
      span.end();
      return result;
    } catch (error) {
      endFailed(span, error);
      throw error;
    }
  };

  const currentTraceparent = (): string | undefined => {
    const context = current.getStore();
    return context && traceparentOf(context);
  };

  const inStatementSpan = <T>(text: string, work: () => Promise<T>): Promise<T> => {
    const { verb, table } = summaryOf(text);
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.collection.name': table };
    return inSpan(`${verb} ${table}`.trim(), attributes, work);
  };

  return {
    beginRequest: (headers) => {
      const parent = contextOf(headers);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      return {
        run: (handle) => current.run(trace.setSpan(parent, span), handle),
        end: ({ method, route, status, requestId }) => {
          span.updateName(`${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'foyer.request_id': requestId,
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceDatabase: (database) => ({
      ...database,
      query: (text, values, since) => inStatementSpan(text, () => database.query(text, values, since)),
      transaction: (work) =>
        inSpan('transaction', { 'db.system.name': 'postgresql' }, () =>
          database.transaction((sql) => {
            const traced: Sql = {
              ...sql,
              query: (text, values) => inStatementSpan(text, () => sql.query(text, values)),
            };
            return work(traced);
          }),
        ),
    }),
    traceGateway: (gateway) =>
      new Proxy(gateway, {
        get: (target, name, receiver) => {
          const member = Reflect.get(target, name, receiver);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) => {
            const call = () => Reflect.apply(member, target, args);
            if (!current.getStore()) return call();
            let result: unknown;
            // The work runs at once, so that a call without a promise returns its result.
            const traced = inSpan(`gateway ${String(name)}`, { 'foyer.gateway.call': String(name) }, async () => {
              result = call();
              return result;
            });
            if (result instanceof Promise) return traced;
            traced.catch(() => undefined);
            return result;
          };
        },
      }),
    traceCharges: (send) => (ids) =>
      ids.length === 0
        ? send(ids)
        : inSpan('charges', { 'foyer.charges': ids.length }, () => send(ids), current.getStore() ?? ROOT_CONTEXT),
    traceQueue: (queue) => ({
      ...queue,
      enqueueMails: (sql, mails) => {
        const traceparent = currentTraceparent();
        return queue.enqueueMails(sql, traceparent ? mails.map((mail) => ({ ...mail, traceparent })) : mails);
      },
      enqueueHooks: (sql, ids) => queue.enqueueHooks(sql, ids, currentTraceparent()),
    }),
    traceMails: (handle) => (id, job, waitedMs) =>
      inSpan(
        `mail ${job.template}`,
        { 'foyer.mail.template': job.template, 'foyer.mail.waited_ms': waitedMs },
        () => handle(id, job, waitedMs),
        contextOf({ ...job }),
      ),
    traceHooks: (handle) => (id, isLastTry, cause) =>
      inSpan(
        'webhook',
        { 'foyer.webhook.is_last_try': isLastTry },
        () => handle(id, isLastTry, cause),
        contextOf({ ...cause }),
      ),
    stop: async () => {
      const isOver = new AbortController();
      const late = delay(STOP_MS, undefined, { signal: isOver.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      isOver.abort();
    },
  };
};

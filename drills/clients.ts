import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ClientsNeeds {
  readonly port: number;
  /** An access token for each client. */
  readonly tokens: readonly string[];
}

export interface Clients {
  /** Ends each client after its current call. Returns the counts of all clients. */
  stop(): Promise<CallCounts>;
}

export interface CallCounts {
  readonly calls: number;
  /** Number of failed calls by method and result, for example `PATCH 502`. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Limit for all clients together, so that a drill that hangs does not send calls forever. */
const MAX_CALLS = 200_000;
const CALL_TIMEOUT_MS = 30_000;
/** Number of failures of one kind that are shown. */
const MAX_SHOWN = 10;
/** Pause after each call, about as long as a call on an idle machine. */
const PAUSE_MS = 10;

const OK = 'OK';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Calls that each client repeats in this order: reads, a write, and a POST with an idempotency key. */
const calls: readonly Call[] = [
  { method: 'GET', path: '/api/auth/me' },
  { method: 'PATCH', path: '/api/auth/me', body: { allowDataCollection: true } },
  { method: 'POST', path: '/api/account/me/payment_methods', body: { type: 'stripe', token: 'tok_visa' } },
  { method: 'GET', path: '/api/account/me' },
];

/** Sends one call. Resolves with `OK`, the status and error type of the response, or the error of the connection. */
const send = (port: number, agent: Agent, token: string, { method, path, body }: Call): Promise<string> =>
  new Promise((resolve) => {
    const text = body ? JSON.stringify(body) : '';
    const headers = {
      'x-is-at': token,
      ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    };
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers, timeout: CALL_TIMEOUT_MS });
    sent.on('response', (answer) => {
      let answered = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        answered += part;
      });
      answer.on('error', (error) => resolve(String(error)));
      answer.on('end', () => {
        const { statusCode = 0 } = answer;
        const type = /"type":"([A-Z_]+)"/.exec(answered)?.[1] ?? 'without an error type';
        resolve(statusCode >= 200 && statusCode < 300 ? OK : `${statusCode} ${type}`);
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${CALL_TIMEOUT_MS / 1000} s`)));
    sent.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    sent.end(text);
  });

/** Starts one client for each token. Each sends one call after the other over keep-alive connections. */
export const startClients = ({ port, tokens }: ClientsNeeds): Clients => {
  const agent = new Agent({ keepAlive: true });
  const failed: Record<string, number> = {};
  let count = 0;
  let isOver = false;
  const run = async (token: string): Promise<void> => {
    for (let turn = 0; !isOver && count < MAX_CALLS; turn += 1) {
      const call = calls[turn % calls.length] as Call;
      count += 1;
      const result = await send(port, agent, token, call);
      if (result !== OK) {
        const what = `${call.method} ${result}`;
        failed[what] = (failed[what] ?? 0) + 1;
        // among the lines of the stops it shows which of them failed the call
        if (failed[what] <= MAX_SHOWN) console.log(`failed at ${new Date().toISOString()}: ${what}`);
      }
      await sleep(PAUSE_MS);
    }
  };
  const ended = Promise.all(tokens.map(run));
  return {
    stop: async () => {
      isOver = true;
      await ended;
      agent.destroy();
      return { calls: count, failed };
    },
  };
};

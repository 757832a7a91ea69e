import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Tokens of a client. */
export interface ClientTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface ClientsNeeds {
  readonly port: number;
  /** First tokens of each client. */
  readonly tokens: readonly ClientTokens[];
  /** Tokens of customers without a plan. After each round of calls a client orders for the next one of them. */
  readonly buyers?: readonly ClientTokens[];
  /** True if each client also loads the page with its scripts and styles from time to time. */
  readonly loadsPages?: boolean;
}

export interface Clients {
  /** Number of calls that each client has finished, in the order of its tokens. */
  turns(): readonly number[];
  /** Ends each client after its current call. Returns the counts of all clients. */
  stop(): Promise<CallCounts>;
}

export interface CallCounts {
  readonly calls: number;
  /** Orders that were answered, each sent twice with one key. */
  readonly orders: number;
  /** Loaded pages and the files that they name. */
  readonly files: number;
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

/** Turns between two pages that a client loads. */
const PAGE_TURNS = 16;

const CARD = { type: 'stripe', token: 'tok_visa' };
const ORDER = { planId: 'pln_drive_starter', interval: 'yearly', expectedTotalCents: 32_462 };

export const OK = 'OK';
/** Result of a call whose access token has expired. */
const EXPIRED = '401 UNAUTHORIZED';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Idempotency key of a POST. Default: a new one. */
  readonly key?: string;
}

/** Calls that each client repeats in this order: reads, a write, and a POST with an idempotency key. */
const calls: readonly Call[] = [
  { method: 'GET', path: '/api/auth/me' },
  { method: 'PATCH', path: '/api/auth/me', body: { allowDataCollection: true } },
  { method: 'POST', path: '/api/account/me/payment_methods', body: CARD },
  { method: 'GET', path: '/api/account/me' },
];

export interface Answer {
  /** `OK`, the status and error type of the response, or the error of the connection. */
  readonly result: string;
  readonly body: string;
}

/** Sends one call, with an access token if there is one. */
export const send = (
  port: number,
  agent: Agent,
  token: string | null,
  { method, path, body, key = randomUUID() }: Call,
): Promise<Answer> =>
  new Promise((resolve) => {
    const fail = (result: string) => resolve({ result, body: '' });
    const text = body ? JSON.stringify(body) : '';
    const headers = {
      ...(token === null ? {} : { 'x-is-at': token }),
      ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      ...(method === 'POST' ? { 'idempotency-key': key } : {}),
    };
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers, timeout: CALL_TIMEOUT_MS });
    sent.on('response', (answer) => {
      let answered = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        answered += part;
      });
      answer.on('error', (error) => fail(String(error)));
      answer.on('end', () => {
        const { statusCode = 0 } = answer;
        const type = /"type":"([A-Z_]+)"/.exec(answered)?.[1] ?? 'without an error type';
        resolve({ result: statusCode >= 200 && statusCode < 300 ? OK : `${statusCode} ${type}`, body: answered });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${CALL_TIMEOUT_MS / 1000} s`)));
    sent.on('error', (error) => fail('code' in error ? String(error.code) : error.message));
    sent.end(text);
  });

const idOf = (body: string): unknown => (JSON.parse(body) as { id?: unknown }).id;

/** Sum of all failures, and a text with the count of each kind. */
export const describeFailures = (failed: CallCounts['failed']): { readonly sum: number; readonly text: string } => {
  const kinds = Object.entries(failed).map(([what, count]) => `${count} × ${what}`);
  return {
    sum: Object.values(failed).reduce((total, count) => total + count, 0),
    text: kinds.length > 0 ? `: ${kinds.join(', ')}` : '',
  };
};

/**
 * Starts one client for each pair of tokens. Each sends one call after the other over keep-alive connections. As the
 * portal does, it refreshes its tokens after a 401 and repeats the call once (SE-05).
 */
export const startClients = ({ port, tokens, buyers = [], loadsPages = false }: ClientsNeeds): Clients => {
  const agent = new Agent({ keepAlive: true });
  const failed: Record<string, number> = {};
  const waiting = [...buyers];
  let count = 0;
  let orders = 0;
  let files = 0;
  let isOver = false;
  const countFailure = (what: string): void => {
    failed[what] = (failed[what] ?? 0) + 1;
    // among the lines of the stops it shows which of them failed the call
    if (failed[what] <= MAX_SHOWN) console.log(`failed at ${new Date().toISOString()}: ${what}`);
  };
  /** Sends one call and counts it if it failed. */
  const ask = async (token: string | null, call: Call, name: string): Promise<Answer> => {
    count += 1;
    const answer = await send(port, agent, token, call);
    if (answer.result !== OK && (answer.result !== EXPIRED || token === null)) countFailure(`${name} ${answer.result}`);
    return answer;
  };
  const refresh = async ({ refreshToken }: ClientTokens): Promise<ClientTokens | null> => {
    const call = { method: 'POST', path: '/api/auth/tokens', body: { refreshToken } };
    const { result, body } = await ask(null, call, 'refresh');
    return result === OK ? (JSON.parse(body) as ClientTokens) : null;
  };
  /** Orders a plan for a customer, and repeats the order with its key. Both answers name the same subscription. */
  const order = async ({ accessToken }: ClientTokens): Promise<void> => {
    const key = randomUUID();
    const saved = await ask(
      accessToken,
      { method: 'POST', path: '/api/account/me/payment_methods', body: CARD },
      'POST card',
    );
    if (saved.result !== OK) return;
    const call: Call = { method: 'POST', path: '/api/subscription/subscriptions', body: ORDER, key };
    const bought = await ask(accessToken, call, 'POST order');
    const again = await ask(accessToken, call, 'POST repeated order');
    if (bought.result !== OK) return;
    orders += 1;
    if (again.result === OK && idOf(again.body) !== idOf(bought.body))
      countFailure('POST repeated order: other answer');
  };
  /** Loads the page and the files that it names. */
  const loadPage = async (): Promise<void> => {
    const { result, body } = await ask(null, { method: 'GET', path: '/' }, 'GET page');
    if (result !== OK) return;
    const paths = [...new Set([...body.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? ''))];
    for (const path of paths) await ask(null, { method: 'GET', path }, 'GET file');
    files += 1 + paths.length;
  };
  const answered = tokens.map(() => 0);
  const run = async (first: ClientTokens, client: number): Promise<void> => {
    let tokens = first;
    for (let turn = 0; !isOver && count < MAX_CALLS; turn += 1) {
      const call = calls[turn % calls.length] as Call;
      const { result } = await ask(tokens.accessToken, call, call.method);
      if (result === EXPIRED) {
        tokens = (await refresh(tokens)) ?? tokens;
        const again = await ask(tokens.accessToken, call, call.method);
        if (again.result === EXPIRED) countFailure(`${call.method} ${EXPIRED}`);
      }
      answered[client] = turn + 1;
      if (turn % calls.length === 0) {
        const buyer = waiting.pop();
        if (buyer) await order(buyer);
        if (loadsPages && turn % PAGE_TURNS === 0) await loadPage();
      }
      await sleep(PAUSE_MS);
    }
  };
  const ended = Promise.all(tokens.map(run));
  return {
    turns: () => [...answered],
    stop: async () => {
      isOver = true;
      await ended;
      agent.destroy();
      return { calls: count, orders, files, failed };
    },
  };
};

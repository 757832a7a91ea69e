import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiAnswer, apiError, type Books, makeBooks } from './books.ts';
import { type Form, parseForm } from './form.ts';

/**
 * Faults of a call. `unreached`: the connection breaks before the call arrives. `lost`: the call is done, its answer is
 * lost. `failed` and `failed-after`: 500, kept under the key, before or after the call is done. `limited`: 429.
 */
export type StandInFault = 'unreached' | 'lost' | 'failed' | 'failed-after' | 'limited';

interface Kept {
  readonly request: string;
  /** Undefined while the call is being carried out. */
  answer?: ApiAnswer;
}

const route = (books: Books, method: string, path: string, form: Form): ApiAnswer => {
  const [, , kind, id, action] = path.split('/');
  const name = `${method} ${kind}${id === undefined ? '' : '/:id'}${action === undefined ? '' : `/${action}`}`;
  switch (name) {
    case 'POST customers':
      return books.createCustomer();
    case 'DELETE customers/:id':
      return books.deleteCustomer(id ?? '');
    case 'POST payment_methods':
      return books.createMethod(form);
    case 'GET payment_methods/:id':
      return books.readMethod(id ?? '');
    case 'POST payment_methods/:id/detach':
      return books.detachMethod(id ?? '');
    case 'POST setup_intents':
      return books.createSetup(form);
    case 'POST payment_intents':
      return books.createPayment(form);
    case 'GET setup_intents/:id':
    case 'GET payment_intents/:id':
      return books.readIntent(id ?? '');
    case 'POST setup_intents/:id/cancel':
    case 'POST payment_intents/:id/cancel':
      return books.cancelIntent(id ?? '');
    case 'GET setup_intents':
      return books.listSetups(form);
    case 'GET payment_intents':
      return books.listPayments(form);
    case 'POST refunds':
      return books.createRefund(form);
    case 'GET refunds':
      return books.listRefunds(form);
    case 'GET disputes':
      return books.listDisputes(form);
    default:
      return apiError(404, 'invalid_request_error', 'url_unknown');
  }
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const failure = apiError(500, 'api_error', 'internal');

/**
 * Part of the HTTP API of Stripe that the adapter uses, on a port of this machine. It is form-encoded, replays the
 * answer of an idempotency key (also a 500), and refuses a key whose call is running. Answers can be delayed or lost.
 */
export const startStripeStandIn = async (secretKey: string) => {
  const books = makeBooks(() => Date.now());
  const kept = new Map<string, Kept>();
  const seen: { method: string; path: string; form: Form; key: string | null }[] = [];
  let fault: { path: string; how: StandInFault; times: number } | null = null;
  let hanging: Promise<void> | null = null;
  let hold: { path: string; arrive: () => void; released: Promise<void> } | null = null;

  const takeFault = (path: string): StandInFault | null => {
    if (!fault || fault.times === 0 || !path.startsWith(fault.path)) return null;
    fault.times -= 1;
    return fault.how;
  };
  const carryOut = async (method: string, path: string, form: Form, how: StandInFault | null): Promise<ApiAnswer> => {
    if (hold && path.startsWith(hold.path)) {
      const { arrive, released } = hold;
      hold = null;
      arrive();
      await released;
    }
    if (how === 'failed') return failure;
    const answer = route(books, method, path, form);
    return how === 'failed-after' ? failure : answer;
  };
  const send = (response: ServerResponse, { status, body }: ApiAnswer, replayed: boolean): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_standin',
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    });
    response.end(JSON.stringify(body));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://stripe');
    const method = request.method ?? 'GET';
    const body = await bodyOf(request);
    await hanging;
    const form = parseForm(method === 'GET' ? search.slice(1) : body);
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    seen.push({ method, path, form, key });
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(response, apiError(401, 'invalid_request_error', 'api_key_invalid'), false);
    const how = takeFault(path);
    if (how === 'unreached') return void response.destroy();
    if (how === 'limited') return send(response, apiError(429, 'invalid_request_error', 'rate_limit'), false);
    const before = key === null ? undefined : kept.get(key);
    const asked = `${method} ${path} ${body}`;
    if (before && before.request !== asked)
      return send(response, apiError(400, 'idempotency_error', 'idempotency_key_reused'), false);
    if (before && !before.answer)
      return send(response, apiError(409, 'invalid_request_error', 'idempotency_key_in_use'), false);
    if (before?.answer) return how === 'lost' ? void response.destroy() : send(response, before.answer, true);
    const entry: Kept = { request: asked };
    if (key !== null && method === 'POST') kept.set(key, entry);
    entry.answer = await carryOut(method, path, form, how);
    if (how === 'lost') return void response.destroy();
    send(response, entry.answer, false);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    api: { host: '127.0.0.1', port, protocol: 'http' as const },
    books,
    /** Every call that arrived, oldest first. */
    seen,
    fail: (path: string, how: StandInFault, times = 1) => {
      fault = { path: `/v1/${path}`, how, times };
    },
    /** The next such call is held until `release`. */
    hold: (path: string) => {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      hold = { path: `/v1/${path}`, arrive: arrived.resolve, released: released.promise };
      return { arrived: arrived.promise, release: released.resolve };
    },
    /** Every call is held until `release`. */
    hang: () => {
      const released = Promise.withResolvers<void>();
      hanging = released.promise;
      return () => {
        hanging = null;
        released.resolve();
      };
    },
    /** As a day later: no key is known any more. */
    forgetKeys: () => kept.clear(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>;

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/**
 * Time that unused connections stay open after the listener has closed. A proxy may send a call on a pooled connection at
 * the moment we close it. That call would fail, and a proxy does not repeat a POST or PATCH. The time is long enough for
 * the proxy to use the connection once, read `connection: close`, and find the listener closed.
 */
const IDLE_GRACE_MS = 700;

/** Shutdown of the HTTP side of one server. */
export interface Shutdown {
  readonly isStopping: boolean;
  /** Makes `/readyz` answer 503. Calls are still served. */
  begin(): void;
  /** Number of calls without a complete response. */
  callsInFlight(): number;
  /** Closes the listener, and each connection after its next response. Resolves when all connections are closed. */
  drain(): Promise<void>;
  /** Closes all connections, including those with a call in progress. */
  cutOff(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly shutdown: Shutdown;
  }
}

/** Adds `app.shutdown`. The hooks of `app` count calls and mark answers with `connection: close` while it drains. */
export const installShutdown = (app: FastifyInstance): void => {
  const connections = new Set<Socket>();
  const calls = new Map<ServerResponse, Socket>();
  let isStopping = false;
  let isDraining = false;
  let isGraceOver = false;

  const track = (socket: Socket): void => {
    if (connections.has(socket)) return;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  };
  // `server.closeIdleConnections()` keeps connections that have not sent a byte yet, as browsers open them in advance.
  const closeUnused = (): void => {
    const used = new Set(calls.values());
    for (const socket of connections) if (!used.has(socket)) socket.destroySoon();
  };

  app.server.on('connection', track);
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    // A call through `app.inject` has no connection.
    if (!(socket instanceof Socket)) return;
    track(socket);
    calls.set(reply.raw, socket);
    reply.raw.once('close', () => {
      calls.delete(reply.raw);
      if (isGraceOver) closeUnused();
    });
    if (isDraining) reply.raw.setHeader('connection', 'close');
  });

  const drain = async (): Promise<void> => {
    isStopping = true;
    isDraining = true;
    for (const response of calls.keys()) if (!response.headersSent) response.setHeader('connection', 'close');
    // `http.Server.close` would close the unused connections at once.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(app.server, () => resolve()));
    await Promise.race([closed, sleep(IDLE_GRACE_MS)]);
    isGraceOver = true;
    closeUnused();
    await closed;
    // The host name localhost has a second listener, whose connections `closed` does not wait for.
    for (let [response] = calls.keys(); response; [response] = calls.keys()) await once(response, 'close');
  };

  app.decorate('shutdown', {
    get isStopping() {
      return isStopping;
    },
    begin: () => {
      isStopping = true;
    },
    callsInFlight: () => calls.size,
    drain,
    cutOff: () => {
      for (const socket of connections) socket.destroy();
    },
  });
};

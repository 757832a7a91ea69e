import { createServer, type Server } from 'node:http';
import { CannotStart } from './adapters/cannot-start.ts';
import type { Metrics } from './adapters/metrics.ts';

/**
 * Serves `GET /metrics` at a separate port, which customers do not reach. Resolves when it listens; `close` ends it.
 * Throws `CannotStart` if the port is taken.
 */
export const serveMetrics = async (
  metrics: Pick<Metrics, 'text'>,
  { port, host }: { readonly port: number; readonly host: string },
  onFault: (error: unknown) => void,
): Promise<{ port: number; close(): Promise<void> }> => {
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is here.\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (error: unknown) => {
        onFault(error);
        response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics cannot be read; see the log.\n');
      },
    );
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new CannotStart(`Port ${port} is taken. Choose another one for the metrics with METRICS_PORT.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
};

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EntitlementChanged, entitlementChanged } from '@foyer/contract/api/entitlements';
import { Webhook } from 'standardwebhooks';

/** One message as it came in. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Answer = number | 'silence' | { readonly redirect: string };

export interface ProductServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets how the product answers from now on. */
  answers(how: Answer): void;
  stop(): Promise<void>;
}

const reply = (response: ServerResponse, how: Answer): void => {
  if (how === 'silence') return;
  if (typeof how === 'number') response.writeHead(how).end('its own words');
  else response.writeHead(302, { location: how.redirect }).end();
};

/** Starts a product of the vendor that receives webhooks on a free port. */
export const startProduct = async (): Promise<ProductServer> => {
  const received: Received[] = [];
  let how: Answer = 204;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body });
      reply(response, how);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answers: (next) => {
      how = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Verifies a message by the library of the specification, then parses it, as a product does. */
export const parseMessage = ({ body, headers }: Received, secret: string): EntitlementChanged => {
  const read = new Webhook(secret).verify(body, headers);
  return entitlementChanged.parse(read);
};

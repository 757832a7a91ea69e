import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CannotStart, WrongSettings } from './adapters/cannot-start.ts';
import type { Config } from './config.ts';

type Place = Pick<Config, 'port' | 'host'>;

/** A resolver that does not answer (`EAI_AGAIN`) may answer later, and a name may get an address. */
const unknownHost = ({ host }: Place): CannotStart =>
  new CannotStart(
    `HOST=${host}: no address is known for this name. Set an IP address of this machine, such as 127.0.0.1, or 0.0.0.0 for all its IPv4 addresses.`,
  );

/** Reasons why the server cannot listen, by system error code. A later start may get the port, the address or the host. */
const reasons: Readonly<Record<string, (place: Place) => CannotStart>> = {
  EADDRINUSE: ({ port }) => new CannotStart(`Port ${port} is taken. Choose another one, such as PORT=${port + 1}`),
  EACCES: ({ port }) => new WrongSettings(`Port ${port} is kept for root. Choose one above 1023, such as PORT=4000`),
  EADDRNOTAVAIL: ({ host }) =>
    new CannotStart(
      `HOST=${host}: this machine has no such address. "ip address" lists those it has; set one of them.`,
    ),
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
};

const describeListenError = (error: unknown, place: Place): unknown => {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason?.(place) ?? error;
};

/** Refuses a port that is taken, before the start does long work. Another process may still take it afterwards. */
export const refuseTakenPort = async (place: Place): Promise<void> => {
  const probe = createServer().listen(place.port, place.host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw describeListenError(error, place);
  } finally {
    await new Promise((closed) => probe.close(closed));
  }
};

/** Listens for requests and returns the address. */
export const listen = async (app: FastifyInstance, { port, host }: Place): Promise<string> => {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    throw describeListenError(error, { port, host });
  }
};

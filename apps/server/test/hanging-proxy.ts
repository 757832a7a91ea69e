import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ClientConfig } from 'pg';

export interface HangingProxy {
  /** Address of the same database by way of the proxy. */
  readonly url: string;
  /** From now on nothing gets through, and no connection is closed: as when the database server is stopped by SIGSTOP. */
  hang(): void;
  /** Ends the connections that hang. New ones get through. */
  recover(): void;
  stop(): void;
}

const targetOf = ({ connectionString, ...config }: ClientConfig) => {
  const url = URL.parse(connectionString ?? '');
  const { host = url?.hostname ?? '127.0.0.1', port = Number(url?.port || 5432) } = config;
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
};

const addressBy = (port: number, { connectionString, ...config }: ClientConfig): string => {
  const url = new URL(connectionString ?? `postgresql://127.0.0.1/${config.database}`);
  url.host = `127.0.0.1:${port}`;
  if (config.user) url.username = encodeURIComponent(config.user);
  if (typeof config.password === 'string') url.password = encodeURIComponent(config.password);
  return url.href;
};

/** A way to a database that can stop to let anything through. */
export const startHangingProxy = async (config: ClientConfig): Promise<HangingProxy> => {
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((near) => {
    sockets.add(near);
    if (hangs) return void near.pause();
    const far = connect(targetOf(config));
    sockets.add(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => hangs || to.destroy());
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: addressBy((server.address() as AddressInfo).port, config),
    hang: () => {
      hangs = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    recover: () => {
      hangs = false;
      for (const socket of sockets) socket.destroy();
    },
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

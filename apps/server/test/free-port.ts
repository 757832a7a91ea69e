import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give outgoing connections ports from 32768 (Linux) or 49152 (others) upwards. */
const LOWEST = 10_240;
const END = 32_768;
const ATTEMPTS = 50;

const given = new Set<number>();

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * Returns a port of 127.0.0.1 that is free, for a server of another process that starts later. The system never gives
 * such a port to an outgoing connection in the meantime, as it may do with a port that it chose itself (port 0).
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, END);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`found no free port of 127.0.0.1 from ${LOWEST} to ${END - 1} in ${ATTEMPTS} attempts`);
};

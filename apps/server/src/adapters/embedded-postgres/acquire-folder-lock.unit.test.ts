import { createServer, type Server } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { acquireFolderLock, acquireUnlessTaken } from './acquire-folder-lock.ts';

/** A server that refuses every connection as PostgreSQL does (its protocol, ErrorResponse). */
const refusing = async (
  code: string,
  message: string,
): Promise<{ server: Server; port: number; asked: () => number }> => {
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      asked += 1;
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(fields.length + 4);
      socket.end(Buffer.concat([Buffer.from('E'), length, fields]));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0, asked: () => asked };
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const lockAt = (
  port: number,
  bringUp: () => Promise<unknown>,
  acquire: typeof acquireUnlessTaken = acquireFolderLock,
) =>
  acquire({
    embedded: { config: { host: '127.0.0.1', port, user: 'foyer', password: 'x', database: 'foyer' }, bringUp },
    folder: '/srv/foyer',
    onLost: () => {},
  });

test.each([
  ['53100', 'could not write to file: No space left on device', 'is full. Make room there and start again.'],
  ['28000', 'no pg_hba.conf entry', 'does not let foyer in: no pg_hba.conf entry.'],
  ['XX001', 'could not read block 0', 'could not read block 0'],
])('what a minute does not mend (%s) is told at once', async (code, message, words) => {
  const { server, port, asked } = await refusing(code, message);
  servers.push(server);
  const bringUp = vi.fn(async () => {});
  await expect(lockAt(port, bringUp)).rejects.toThrow(words);
  expect([asked(), bringUp.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['57P03', 'the database system is starting up'],
])(
  'a database that goes or comes (%s) is brought up again; why it cannot be is told as it is',
  async (code, message) => {
    const { server, port, asked } = await refusing(code, message);
    servers.push(server);
    const noRoom = Object.assign(new Error('no room'), { code: 'ENOSPC' });
    const bringUp = vi.fn(async () => {
      if (asked() > 1) throw noRoom;
    });
    await expect(lockAt(port, bringUp)).rejects.toBe(noRoom);
    expect(asked()).toBe(2);
  },
);

test('who may do without the lock is told as well why there is none', async () => {
  const { server, port } = await refusing('53100', 'No space left on device');
  servers.push(server);
  await expect(lockAt(port, async () => {}, acquireUnlessTaken)).rejects.toThrow('is full');
});

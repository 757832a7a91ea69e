import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { makeLogOutput } from './log-output.ts';

test('[D16] lines of a log that cannot be written are dropped and counted, and the count is told when there is space', () => {
  const written: string[] = [];
  const events = new EventEmitter();
  const output = makeLogOutput({
    on: (event, listener) => events.on(event, listener),
    write: (line) => written.push(line),
    flushSync: () => {
      throw new Error('ENOSPC');
    },
    destroy: () => undefined,
  });
  events.emit('write');
  expect(written).toEqual([]);
  events.emit('error', new Error('ENOSPC: no space left on device'));
  for (let lost = 0; lost < 3; lost += 1) events.emit('drop');
  output.flush();
  expect(written).toEqual([]);
  events.emit('write');
  expect(written.map((line) => JSON.parse(line))).toEqual([
    { level: 40, time: expect.any(String), dropped: 3, msg: 'the log could not be written' },
  ]);
  events.emit('write');
  expect(written).toHaveLength(1);
});

import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeTempFolder } from '../test/temp-folder.ts';
import { makeLogOutput, openDestination } from './log-output.ts';

const LINE = `${JSON.stringify({ msg: 'x'.repeat(80) })}\n`;
/** Ten lines fill the memory for lines that wait; the rest is dropped. */
const MAX_WAITING_BYTES = 10 * LINE.length;

/** A log in a file, as `npm start > log` makes one, on a disk that can be full. */
const openLog = () => {
  const folder = makeTempFolder('log');
  const file = join(folder.path, 'log');
  const fd = fs.openSync(file, 'a');
  const destination = openDestination(fd, MAX_WAITING_BYTES);
  const destroyed = vi.spyOn(destination, 'destroy');
  onTestFinished(() => {
    // The library closes the file of a destroyed log itself.
    if (destroyed.mock.calls.length === 0) fs.closeSync(fd);
    vi.restoreAllMocks();
    folder.remove();
  });
  const lines = (): Record<string, unknown>[] =>
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { destination, lines };
};

const fillDisk = () =>
  vi.spyOn(fs, 'write').mockImplementation((...args: readonly unknown[]) => {
    const done = args.at(-1) as (error: Error) => void;
    setImmediate(() => done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })));
  });

const droppedLine = (dropped: number) => ({
  level: 'warn',
  time: expect.any(String),
  dropped,
  msg: 'the log could not be written',
});

test('[O16] a log on a full disk goes on by itself when there is space, and ends with the count of dropped lines', async () => {
  const { destination, lines } = openLog();
  const output = makeLogOutput(destination, { retryMs: 1 });
  const disk = fillDisk();
  const hasFailed = new Promise<void>((failed) => destination.on('error', failed));
  for (let n = 0; n < 25; n += 1) output.write(LINE);
  await hasFailed;
  expect(lines()).toEqual([]);
  disk.mockRestore();
  await expect.poll(lines).toHaveLength(11);
  expect(lines().at(-1)).toEqual(droppedLine(15));
  output.write(LINE);
  await expect.poll(lines).toHaveLength(12);
});

test('[O16] lines that were dropped because the disk is slow are counted too', async () => {
  const { destination, lines } = openLog();
  const output = makeLogOutput(destination);
  for (let n = 0; n < 25; n += 1) output.write(LINE);
  await expect.poll(lines).toHaveLength(11);
  expect(lines().at(-1)).toEqual(droppedLine(15));
});

test('[O16] a stop ends while the disk is full', async () => {
  const { destination } = openLog();
  const output = makeLogOutput(destination, { retryMs: 1 });
  fillDisk();
  const hasFailed = new Promise<void>((failed) => destination.on('error', failed));
  output.write(LINE);
  await hasFailed;
  await output.end();
});

test('[O16] a stop ends if no write failed before it, and its last one does, such as to a closed pipe', async () => {
  const { destination } = openLog();
  const output = makeLogOutput(destination);
  fillDisk();
  const ended = vi.spyOn(fs, 'writeSync').mockReturnValue(LINE.length);
  output.write(LINE);
  output.write(LINE);
  await output.end();
  expect(ended, 'it would try again for ever').not.toHaveBeenCalled();
});

test('[O16] a stop waits for its last lines, and not for a pipe that takes none', async () => {
  const { destination, lines } = openLog();
  const output = makeLogOutput(destination);
  output.write(LINE);
  output.write(LINE);
  await output.end();
  expect(lines()).toHaveLength(2);
  const full = makeLogOutput(openLog().destination, { lastLinesMs: 1 });
  vi.spyOn(fs, 'write').mockImplementation(() => undefined);
  full.write(LINE);
  await full.end();
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JobFailed } from './adapters/queue/job-queue.ts';
import { backgroundFault, queueProblem } from './queue-problem.ts';
import { HookGivenUp, HookNotDelivered } from './services/entitlements/deliver-hook.ts';

const failed = (queue: string, cause: Error) => new JobFailed({ id: 'job-1', name: queue }, cause);

test('[BY-08] a message that was not delivered names product, reason and what to check, not the database', () => {
  const [fields, text] = queueProblem(failed('product-hook', new HookNotDelivered('msg_1', 'drive', 'ECONNREFUSED')));
  expect(fields).toEqual({
    queue: 'product-hook',
    jobId: 'job-1',
    messageId: 'msg_1',
    product: 'drive',
    reason: 'ECONNREFUSED',
  });
  expect(text).toContain('message msg_1 to the endpoint of drive was not delivered: ECONNREFUSED;');
  expect(text).toContain('PRODUCT_HOOKS');
  expect(text).not.toContain('database');
});

test.each([
  ['mail', 'SMTP_URL'],
  ['detach-card', 'check the payment gateway'],
  ['product-hook', 'check the database'],
])('a job of the queue %s that failed by another error is logged with that error alone: %s', (queue, place) => {
  const cause = new Error('connect ECONNREFUSED');
  const [fields, text] = queueProblem(failed(queue, cause));
  expect(fields).toEqual({ err: cause, queue, jobId: 'job-1' });
  expect(text).toContain('failed: connect ECONNREFUSED;');
  expect(text).toContain(place);
});

test('the troubleshooting page searches the log for text that a failed mail has', () => {
  const page = readFileSync(new URL('../../../docs/operations/troubleshooting.md', import.meta.url), 'utf8');
  const [, searched] = /journalctl -u foyer -o cat \| grep '([^']+)'/.exec(page) ?? [];
  expect(searched).toBeDefined();
  expect(queueProblem(failed('mail', new Error('EAUTH 535')))[1]).toContain(searched);
});

test('an error of the queue points at the database', () => {
  const error = new Error('connection lost');
  expect(queueProblem(error)).toEqual([
    { err: error },
    'job queue: connection lost; the server tries again. If this repeats, check the database',
  ]);
});

test('[BY-08] a message that was given up is logged with the command that sends it again', () => {
  const [fields, text] = backgroundFault(new HookGivenUp('msg_1', 'drive', 'status 503'), 'message msg_1');
  expect(fields).toEqual({ messageId: 'msg_1', product: 'drive', reason: 'status 503' });
  expect(text).toMatch(/^message msg_1 to the endpoint of drive was given up: status 503\. Mend the product/);
  expect(text).toContain('npm run foyer -- hooks retry --id msg_1');
});

test('another fault of background work is logged with its error and its record', () => {
  const error = new Error('no answer');
  expect(backgroundFault(error, 'detaching card pm_1')[0]).toEqual({ err: error, about: 'detaching card pm_1' });
});

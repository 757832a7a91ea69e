import { expect, test } from 'vitest';
import { CannotStart } from './adapters/cannot-start.ts';
import { refuseTakenPort } from './listen.ts';
import { describeStartFailure, exitCodeOf } from './start-failure.ts';

test.each([
  [
    'account.example.invalid',
    /^HOST=\S+: no address is known for this name\. Set an IP address of this machine, such as/,
  ],
  ['192.0.2.1', /^HOST=192\.0\.2\.1: this machine has no such address\. "ip address" lists/],
])('HOST=%s ends the start with a sentence and 1, because a later start may succeed', async (host, words) => {
  const error: unknown = await refuseTakenPort({ port: 0, host }).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(CannotStart);
  expect([describeStartFailure(error), exitCodeOf(error)]).toEqual([expect.stringMatching(words), 1]);
});

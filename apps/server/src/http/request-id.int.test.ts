import { afterAll, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';

let behindProxy: Harness;
let direct: Harness;

beforeAll(async () => {
  behindProxy = await startHarness({ proxyHops: 1 });
  direct = await startHarness();
});
afterAll(async () => {
  await behindProxy.stop();
  await direct.stop();
});

const GIVEN = '7f3c2b1a-0d9e-4c55-8a41-2f6b7c8d9e0f';
const OWN = /^req_[0-9a-z]+$/;

const idsOf = async ({ app }: Harness, given?: string) => {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  const answer = await inject<{ error: { requestId: string } }>(app, { method: 'GET', url: '/api/auth/me', headers });
  expect(answer.status).toBe(401);
  return [String(answer.headers['x-request-id']), answer.body.error.requestId];
};

test('[decision 69] the id that a proxy gives a request is in the log, the error and the response', async () => {
  expect(await idsOf(behindProxy, GIVEN)).toEqual([GIVEN, GIVEN]);
  expect(behindProxy.log.lines.some((line) => line.includes(`"requestId":"${GIVEN}"`))).toBe(true);
});

test.each([undefined, 'short', 'x'.repeat(65), 'two\nlines-of-it', '{"json": true}'])(
  '[decision 69] %j is no id that a proxy may give: the request gets a new one',
  async (given) => {
    const [header, body] = await idsOf(behindProxy, given);
    expect(header).toMatch(OWN);
    expect(body).toBe(header);
  },
);

test('[decision 69] without a proxy the caller chooses no id', async () => {
  const [header] = await idsOf(direct, GIVEN);
  expect(header).toMatch(OWN);
});

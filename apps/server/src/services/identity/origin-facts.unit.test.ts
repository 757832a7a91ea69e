import { expect, test } from 'vitest';
import { describeDevice } from '../../adapters/user-agent.ts';
import { makeOriginFacts } from './origin-facts.ts';

const factsOf = makeOriginFacts(describeDevice);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each([
  [CHROME, '203.0.113.7', { device: 'Chrome, Windows', address: '203.0.113.7' }],
  [CHROME, null, { device: 'Chrome, Windows' }],
  [null, null, {}],
  ['Call +1 555 0100 now, or visit https://evil.example/login today', null, {}],
  ['<script>alert(1)</script>/1.0 x', null, {}],
])('[BY-06] a mail about a call of %j says %j', (userAgent, address, facts) => {
  expect(factsOf({ userAgent, address })).toEqual(facts);
});

import { expect, test } from 'vitest';
import { describeDevice } from './user-agent.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const EDGE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';

test.each([
  ['Chrome', CHROME, { browser: 'Chrome', system: 'Windows', kind: 'desktop' }],
  ['Safari on a phone', SAFARI, { browser: 'Safari', system: 'iOS', kind: 'phone' }],
  ['Safari on a tablet', IPAD, { browser: 'Safari', system: 'iOS', kind: 'tablet' }],
  ['Firefox', FIREFOX, { browser: 'Firefox', system: 'Linux', kind: 'desktop' }],
  ['Edge', EDGE, { browser: 'Microsoft Edge', system: 'macOS', kind: 'desktop' }],
])('[BY-01] %s is told by what it says of itself', (_, userAgent, device) => {
  expect(describeDevice(userAgent)).toEqual(device);
});

test.each([null, '', ' ', 'nothing anybody knows', '\u0000', '<script>alert(1)</script>', '('.repeat(300)])(
  '[BY-01] %j is no device anybody knows, and no fault',
  (userAgent) => {
    expect(describeDevice(userAgent)).toMatchObject({ system: null, kind: 'unknown' });
  },
);

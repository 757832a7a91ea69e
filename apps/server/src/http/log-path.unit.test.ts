import { expect, test } from 'vitest';
import { logPath } from './log-path.ts';

const TOKEN = `emt_01JZZZZZZZZZZZZZZZZZZZZZZZ.${'a'.repeat(43)}`;

test.each([
  [`/api/auth/verify-email/${TOKEN}`, '/api/auth/verify-email/:token', '/api/auth/verify-email/:token'],
  ['/api/auth/me?x=1', '/api/auth/me', '/api/auth/me'],
  // No call of ours, so no pattern.
  [`/api/auth/verify-email/${TOKEN}/`, undefined, '/api/:unknown'],
  ['/api/coupon/coupons/K7QM-22PA-9XWD/', undefined, '/api/:unknown'],
  [`/cea/${TOKEN}?emailToken=${TOKEN}`, '/*', '/cea/:hidden'],
  ['/cea/short', '/*', '/cea/:hidden'],
  ['/promotions/2-series:K7QM/x?from=/', '/*', '/promotions/:hidden'],
  ['/assets/index-DkYp1a2b.js', '/assets/*', '/assets/index-DkYp1a2b.js'],
  ['/receipt/inv_01JZZZZZZZZZZZZZZZZZZZZZZZ', '/*', '/receipt/inv_01JZZZZZZZZZZZZZZZZZZZZZZZ'],
])('[INV-17, INV-22] %s is logged without what could open something', (url, pattern, logged) => {
  expect(logPath({ originalUrl: url, routeOptions: { url: pattern } as never })).toBe(logged);
});

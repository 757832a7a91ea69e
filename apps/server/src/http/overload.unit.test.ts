import { expect, test } from 'vitest';
import { Refused } from '../services/refused.ts';
import { makeOverloadGuard } from './overload.ts';

test('[INV-25] under overload a call gets 503 with Retry-After, and files of a page are sent', async () => {
  const overloadGuard = makeOverloadGuard(2_000);
  for (const url of ['/', '/api/auth/me', '/sandbox/mail', '/assetsbook', '/readyz'])
    await expect(overloadGuard.pressureHandler({ url }), url).rejects.toEqual(
      new Refused('UNAVAILABLE', { retryAfterSeconds: 2 }),
    );
  await expect(overloadGuard.pressureHandler({ url: '/assets/portal-1.js' })).resolves.toBeUndefined();
});

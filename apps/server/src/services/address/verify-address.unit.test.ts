import { expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import { boston } from '../../../test/customers.ts';
import { makeVerifyAddress } from './verify-address.ts';

test('[AD-05] a table of ZIP codes that could not be read is read again for the next address, and then kept', async () => {
  let reads = 0;
  const verify = makeVerifyAddress(aPlatform({ onFault: () => {} }), {
    factsOf: () => ({ pattern: null, example: null, states: [{ code: 'MA', name: 'Massachusetts', prefix: null }] }),
    loadZipCodes: async () => {
      reads += 1;
      if (reads === 1) throw new Error('EMFILE: too many open files');
      return [['02110', 'Boston', 'MA']];
    },
    online: null,
  });
  await expect(verify(boston)).rejects.toThrow('EMFILE');
  expect(await verify(boston)).toBeNull();
  expect(await verify({ ...boston, postalCode: '02199' })).toMatchObject({ validate: { postalCode: 'unknown' } });
  expect(reads).toBe(2);
});

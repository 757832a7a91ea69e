import { expect, test } from 'vitest';
import { useHarness } from '../../../test/use-harness.ts';
import { deriveKey } from '../../derive-keys.ts';
import { makeShareCounts } from './request-counts.ts';

const h = useHarness();
const key = deriveKey('a secret of the tests, at least 32 characters', 'rate windows');
const windowsOf = () => h.database.query(`SELECT key, count FROM rate_windows WHERE key LIKE 'calls%'`);

test('[CA-02] servers add their calls of a caller to one sum, whose window ends for all at the same time', async () => {
  const share = makeShareCounts(h.database, key);
  const [one] = await share([{ key: '198.51.100.9', calls: 19, endsInMs: 60_000 }]);
  expect(one).toEqual({ key: '198.51.100.9', calls: 19, endsInMs: expect.any(Number) });
  const both = await share([
    { key: 'account:acc_1', calls: 3, endsInMs: 1_000 },
    { key: '198.51.100.9', calls: 20, endsInMs: 5_000 },
  ]);
  expect(both).toHaveLength(2);
  const sum = both.find((each) => each.key === '198.51.100.9');
  expect(sum?.calls).toBe(39);
  expect(sum?.endsInMs).toBeGreaterThan(20_000);
  const rows = await windowsOf();
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|acc_1/);
});

test('a window that is over begins anew, and old windows are deleted', async () => {
  const share = makeShareCounts(h.database, key);
  await share([
    { key: 'first', calls: 200, endsInMs: 60_000 },
    { key: 'second', calls: 7, endsInMs: 60_000 },
  ]);
  await h.database.query(`UPDATE rate_windows SET ends_at = now() - interval '1 second' WHERE key LIKE 'calls%'`);
  expect(await share([{ key: 'first', calls: 4, endsInMs: 60_000 }])).toMatchObject([{ calls: 4 }]);
  expect((await windowsOf()).length).toBeLessThanOrEqual(2);
});

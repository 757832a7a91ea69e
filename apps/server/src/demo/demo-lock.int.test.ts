import { expect, test } from 'vitest';
import { useHarness } from '../../test/use-harness.ts';
import { loadCatalogue } from '../adapters/postgres/catalogue-store.ts';
import { demoCodes, loadDemoCodes } from './demo-codes.ts';
import { withDemoLock } from './demo-lock.ts';

const h = useHarness();

test('[M3] two servers that start together load the demo once', async () => {
  const catalogue = await loadCatalogue(h.database);
  const start = () => withDemoLock(h.database, () => loadDemoCodes(h.database, catalogue));
  await Promise.all([start(), start(), start()]);
  const batches = await h.database.query<{ id: string }>('SELECT id FROM coupon_batches');
  expect(batches.map(({ id }) => id).toSorted()).toEqual(demoCodes.map(({ batch }) => batch.id).toSorted());
});

test('[O14] a server that waits for another to load the demo can be stopped', async () => {
  const other = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const loading = withDemoLock(h.database, () => {
    begun.resolve();
    return other.promise;
  });
  await begun.promise;
  const stop = new AbortController();
  const waiting = withDemoLock(h.database, async () => {}, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
  other.resolve();
  await loading;
});

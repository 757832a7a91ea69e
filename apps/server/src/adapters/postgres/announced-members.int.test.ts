import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePurchase, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const file = new URL('../../../migrations/0049-members-of-announced.sql', import.meta.url);
const [update = ''] = readFileSync(file, 'utf8').split(';');

test('[BY-06] migration 0049 renames the members of stored notices and changes nothing else of them', async () => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  const { id } = (await makePurchase(customer, starterYearly)).subscription;
  const store = (announced: object) =>
    h.database.query('UPDATE subscriptions SET announced = $2 WHERE id = $1', [id, JSON.stringify(announced)]);
  const announcedAfterUpdate = async () => {
    await h.database.query(update);
    const [row] = await h.database.query<{ announced: unknown }>('SELECT announced FROM subscriptions WHERE id = $1', [
      id,
    ]);
    return row?.announced;
  };
  const kept = { endsAt: 3, mailedAt: 1, correctedAt: null };
  await store({ ...kept, said: 'charge Starter 32462', basis: '[true]' });
  const renamed = { ...kept, mailedContent: 'charge Starter 32462', inputs: '[true]' };
  expect(await announcedAfterUpdate()).toEqual(renamed);
  expect(await announcedAfterUpdate(), 'a row with the new names').toEqual(renamed);
  await store({ ...kept, mailedAt: null, said: null, basis: '[]' });
  expect(await announcedAfterUpdate()).toEqual({ ...kept, mailedAt: null, mailedContent: null, inputs: '[]' });
});

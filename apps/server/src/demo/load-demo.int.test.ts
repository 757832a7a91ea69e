import { expect, test } from 'vitest';
import { useHarness } from '../../test/use-harness.ts';
import { loadCatalogue } from '../adapters/postgres/catalogue-store.ts';
import type { QueuedMail } from '../services/mail/ports.ts';
import { demoCustomers, emailOf } from './demo-customers.ts';
import { loadDemo } from './load-demo.ts';

const h = useHarness();

test('[SC-07] each demo customer exists once, and one whose email is unverified gets the mail of a registration', async () => {
  const catalogue = await loadCatalogue(h.database);
  const now = h.wall.now();
  const mails: QueuedMail[] = [];
  const load = () =>
    loadDemo({
      database: h.database,
      hasher: { hash: async () => 'hash' },
      catalogue,
      now,
      addCard: h.services.addCard,
      advance: h.work.advanceTo,
      enqueueMails: async (_sql, requested) => void mails.push(...requested),
    });
  await load();
  await load();
  const users = await h.database.query<{ email: string }>(
    'SELECT email::text FROM users WHERE email = ANY ($1::citext[])',
    [demoCustomers.map(emailOf)],
  );
  expect(users.map(({ email }) => email).toSorted()).toEqual(demoCustomers.map(emailOf).toSorted());
  expect(mails).toEqual([
    {
      kind: 'link_request',
      template: 'verify_email',
      to: 'grace@demo.arcwave.test',
      at: now,
      address: null,
      userAgent: null,
      requestId: null,
    },
  ]);
});

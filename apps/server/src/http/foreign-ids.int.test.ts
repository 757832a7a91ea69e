import { beforeAll, expect, test } from 'vitest';
import { customerCalls, customerExamples } from '../../test/contract-walk/customers.ts';
import { callExample, openSite, patternOf, type Site } from '../../test/contract-walk/example.ts';
import { defaultClaimPaths } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { useHarness } from '../../test/use-harness.ts';

const h = useHarness();
let site: Site;
let stranger: Customer;

beforeAll(async () => {
  site = await openSite(h);
  stranger = await h.makeCustomer({ claims: defaultClaimPaths, card: 'tok_visa', clock: '2026-01-10T12:00:00.000Z' });
});

/** Secrets of mails, codes and words of the catalogue folder are no ids of an account. */
const withIds = customerCalls.filter((name) => /(?<!\/(plans|products)\/):id\b|:(jti|subId)\b/.test(patternOf(name)));

const unknownIdLike = (id: string): string => id.replace(/[^_]{26}$/, '0'.repeat(26));

test.each(withIds)(
  '[INV-20] %s: what is another account’s is as if it were not there, and stays as it is',
  async (name) => {
    const { as: owner = site.customer, ...example } = await customerExamples[name](site);
    const call = async ({ client }: Customer, path = example.path ?? {}) => {
      const { status, body } = await callExample(h, name, { ...example, path }, { 'x-is-at': client.accessToken });
      return { status, type: body?.error?.type };
    };
    const unknownIds = Object.fromEntries(
      Object.entries(example.path ?? {}).map(([part, id]) => [part, unknownIdLike(id)]),
    );
    expect(unknownIds).not.toEqual(example.path);
    expect(await call(stranger)).toEqual({ status: 404, type: 'NOT_FOUND' });
    expect(await call(stranger, unknownIds)).toEqual({ status: 404, type: 'NOT_FOUND' });
    expect((await call(owner)).status).toBe(example.status);
  },
);

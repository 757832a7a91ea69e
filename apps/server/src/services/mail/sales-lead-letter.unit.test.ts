import { expect, test } from 'vitest';
import { salesLeadLetter } from './sales-lead-letter.ts';

const lead = (facts: Parameters<typeof salesLeadLetter>[0]['facts']) =>
  salesLeadLetter({
    customer: { email: 'ada@example.org', firstName: 'Ada' },
    holding: { id: 'sub_1', product: 'iot', plan: { name: 'IoT Individual' } },
    orderedAt: Date.UTC(2026, 0, 10),
    facts,
  });

test.each<[string, number | null, string]>([
  ['at once', null, 'at once'],
  ['when the paid plan ends', Date.UTC(2026, 1, 10), 'Feb 10, 2026'],
])('[IO-02] what was ordered, and that it starts %s', (_title, nextAt, starts) => {
  const letter = lead({ name: 'pln_iot_enterprise', nextAt });
  expect([letter.subject, letter.heading]).toEqual([
    'Sales lead: pln_iot_enterprise',
    'ada@example.org ordered pln_iot_enterprise',
  ]);
  expect(letter.rows).toEqual(
    expect.arrayContaining([
      ['Plan', 'pln_iot_enterprise'],
      ['Starts', starts],
    ]),
  );
});

test('[IO-02] a job of an earlier release does not say what: the plan that is held is named as that, and no start', () => {
  const letter = lead({});
  expect(letter.subject).toBe('Sales lead: IoT Individual');
  expect(letter.heading).toBe('ada@example.org ordered a plan that is billed by agreement');
  expect(letter.rows).toContainEqual(['Plan held now', 'IoT Individual']);
  expect(letter.rows?.map(([label]) => label)).not.toContain('Starts');
});

import { expect, test } from 'vitest';
import { writeSalesLeadMail } from './sales-lead-mail.ts';

const lead = (facts: Parameters<typeof writeSalesLeadMail>[0]['facts']) =>
  writeSalesLeadMail({
    customer: { email: 'ada@example.org', firstName: 'Ada' },
    holding: { id: 'sub_1', product: 'iot', plan: { name: 'IoT Individual' } },
    orderedAt: Date.UTC(2026, 0, 10),
    facts,
  });

test.each<[string, number | null, string]>([
  ['at once', null, 'at once'],
  ['when the paid plan ends', Date.UTC(2026, 1, 10), 'Feb 10, 2026'],
])('[IO-02] what was ordered, and that it starts %s', (_title, nextAt, starts) => {
  const content = lead({ name: 'pln_iot_enterprise', nextAt });
  expect([content.subject, content.heading]).toEqual([
    'Sales lead: pln_iot_enterprise',
    'ada@example.org ordered pln_iot_enterprise',
  ]);
  expect(content.rows).toEqual(
    expect.arrayContaining([
      ['Plan', 'pln_iot_enterprise'],
      ['Starts', starts],
    ]),
  );
});

test('[IO-02] a job of an earlier release does not say what: the plan that is held is named as that, and no start', () => {
  const content = lead({});
  expect(content.subject).toBe('Sales lead: IoT Individual');
  expect(content.heading).toBe('ada@example.org ordered a plan that is billed by agreement');
  expect(content.rows).toContainEqual(['Plan held now', 'IoT Individual']);
  expect(content.rows?.map(([label]) => label)).not.toContain('Starts');
});

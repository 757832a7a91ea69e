import type { MailFacts } from '@foyer/domain/state/mail-job';
import { expect, test } from 'vitest';
import { writeSalesLeadMail } from './sales-lead-mail.ts';

const lead = (facts: MailFacts) =>
  writeSalesLeadMail(
    { email: 'ada@example.org', firstName: 'Ada' },
    { id: 'sub_1', product: 'iot', plan: { name: 'IoT Individual' } },
    { at: Date.UTC(2026, 0, 10), facts },
  );

test('[IO-02] [F5] a lead has the requested plan and says how to accept it', () => {
  const content = lead({ name: 'pln_iot_enterprise' });
  expect(content.paragraphs.join(' ')).toContain('begins when an operator accepts the request');
  expect(content.rows).toEqual([
    ['First name', 'Ada'],
    ['Email', 'ada@example.org'],
    ['Product', 'iot'],
    ['Plan', 'pln_iot_enterprise'],
    ['Subscription', 'sub_1'],
    ['Requested on', 'Jan 10, 2026'],
  ]);
});

test.each<[string, number | null, string]>([
  ['at once', null, 'at once'],
  ['when the paid plan ends', Date.UTC(2026, 1, 10), 'Feb 10, 2026'],
])('[IO-02] a lead that an earlier release queued has the plan, which starts %s', (_title, nextAt, starts) => {
  const content = lead({ name: 'pln_iot_enterprise', nextAt });
  expect([content.subject, content.heading]).toEqual([
    'Sales lead: pln_iot_enterprise',
    'ada@example.org requested pln_iot_enterprise',
  ]);
  expect(content.rows).toEqual(
    expect.arrayContaining([
      ['Plan', 'pln_iot_enterprise'],
      ['Starts', starts],
    ]),
  );
});

test('[IO-02] a lead of an earlier release names the current plan and no start', () => {
  const content = lead({});
  expect(content.subject).toBe('Sales lead: IoT Individual');
  expect(content.heading).toBe('ada@example.org requested a plan that is billed by agreement');
  expect(content.rows).toContainEqual(['Plan held now', 'IoT Individual']);
  expect(content.rows?.map(([label]) => label)).not.toContain('Starts');
});

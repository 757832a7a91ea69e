import { expect, test } from 'vitest';
import { groupMails } from './group-mails.ts';

const mail = (id: string, template: string, state: 'waiting' | 'sent' | 'failed' = 'sent') => ({
  id,
  template,
  state,
  at: '2026-11-20T06:12:00.000Z',
});

test('emails are grouped by kind in the order of the newest, with the most urgent state', () => {
  const groups = groupMails([
    mail('m_4', 'receipt'),
    mail('m_3', 'new_device', 'waiting'),
    mail('m_2', 'receipt', 'failed'),
    mail('m_1', 'new_device'),
  ]);
  expect(groups.map(({ template, mails, state }) => [template, mails.map(({ id }) => id), state])).toEqual([
    ['receipt', ['m_4', 'm_2'], 'failed'],
    ['new_device', ['m_3', 'm_1'], 'waiting'],
  ]);
});

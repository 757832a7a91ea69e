import { describe, expect, test } from 'vitest';
import { dueActions } from '../state/due.ts';
import { Customer, succeededOutcome } from '../testing/customer.ts';
import { aLicence, aPeriod, withLicence } from '../testing/licences.ts';
import { text, utc } from '../testing/moments.ts';

const notices = ({ books }: Customer): [string | null, string | null][] =>
  books.mails
    .filter(({ template }) => template === 'maintenance_ending')
    .map((mail) => [text(mail.at), text(mail.facts.nextAt ?? null)]);

const next = (customer: Customer) => {
  const [first] = dueActions(customer.books, customer);
  return first && [first.kind, text(first.at)];
};

describe('[BY-06] the coming end of maintenance is announced', () => {
  test('60, 30 and 7 days before, then nothing is due', () => {
    const pia = new Customer(utc('2026-06-01'), withLicence());
    pia.run();
    expect(next(pia)).toEqual(['maintenance_notice', '2026-11-11']);
    pia.advanceTo(utc('2029-01-01'));
    expect(notices(pia)).toEqual([
      ['2026-11-11', '2027-01-10'],
      ['2026-12-11', '2027-01-10'],
      ['2027-01-03', '2027-01-10'],
    ]);
    expect(next(pia)).toBeUndefined();
  });

  test('several notices after an outage are one mail', () => {
    const pia = new Customer(utc('2027-01-05'), withLicence());
    pia.run();
    expect(notices(pia)).toEqual([['2027-01-05', '2027-01-10']]);
    expect(next(pia)).toBeUndefined();
  });

  test('the 60th day fell in an outage, the 7th is still to come', () => {
    const pia = new Customer(utc('2026-12-20'), withLicence());
    pia.run();
    expect(next(pia)).toEqual(['maintenance_notice', '2027-01-03']);
  });

  test('an end in the past is not announced, and nothing stays due', () => {
    const pia = new Customer(utc('2027-01-10'), withLicence());
    pia.run();
    expect(notices(pia)).toEqual([]);
    expect(next(pia)).toBeUndefined();
  });

  test('an extension moves the notices to its own end', () => {
    const pia = new Customer(utc('2026-11-20'), withLicence());
    pia.run();
    pia.extend();
    pia.answer(succeededOutcome);
    expect(next(pia)).toEqual(['maintenance_notice', '2027-11-11']);
  });

  test('neither prepaid time nor an ended licence has notices', () => {
    const term = new Customer(utc('2026-06-01'), { ...withLicence(), subscriptions: [aLicence({ term: 'fixed' })] });
    expect(next(term)?.[0]).toBe('notice');
    const ended = new Customer(utc('2026-06-01'), {
      subscriptions: [aLicence({ status: 'canceled', endedAt: utc('2026-05-01') })],
      maintenance: [aPeriod()],
    });
    expect(next(ended)).toBeUndefined();
  });
});

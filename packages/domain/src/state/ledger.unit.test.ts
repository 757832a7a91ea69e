import { describe, expect, test } from 'vitest';
import { anInvoice, sequentialIds } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import type { LedgerEntry } from './entities.ts';
import { balanceChange, postFinalised, postPaid, postRecovered, postVoided, postWrittenOff } from './ledger.ts';

const now = utc('2026-01-10');
const newId = sequentialIds();

/** Short form of an entry: `receivable ← revenue 29988`. */
const entryTexts = (ledger: readonly LedgerEntry[]): string[] =>
  ledger.map((entry) => `${entry.debit} ← ${entry.credit} ${entry.amountCents}`);

const purchase = anInvoice();
const downgrade = anInvoice({
  subtotalCents: -3839,
  taxCents: -317,
  totalCents: -4156,
  creditAddedCents: 4156,
  amountDueCents: 0,
  status: 'paid',
});
const fromCredit = anInvoice({
  subtotalCents: 2975,
  taxCents: 245,
  totalCents: 3220,
  creditAppliedCents: 3220,
  amountDueCents: 0,
  status: 'paid',
});
const partlyFromCredit = anInvoice({ ...fromCredit, creditAppliedCents: 936, amountDueCents: 2284, status: 'open' });
const carried = anInvoice({
  subtotalCents: 6,
  taxCents: 0,
  totalCents: 6,
  carriedCents: 6,
  amountDueCents: 0,
  status: 'paid',
});
const collectsDebit = anInvoice({ ...fromCredit, creditAppliedCents: -6, amountDueCents: 3226, status: 'open' });
const renewal = anInvoice({ ...fromCredit, creditAppliedCents: 0, amountDueCents: 3220, status: 'open' });

describe('worked example of the ledger, in cents', () => {
  test.each<[string, LedgerEntry[], string[], number]>([
    [
      'purchase',
      postFinalised(purchase, now, newId),
      ['receivable ← revenue 29988', 'receivable ← tax_payable 2474'],
      0,
    ],
    ['purchase, paid', postPaid(purchase, 'att_1', 32462, now, newId), ['cash ← receivable 32462'], 0],
    [
      'downgrade',
      postFinalised(downgrade, now, newId),
      ['revenue ← customer_credit 3839', 'tax_payable ← customer_credit 317'],
      -4156,
    ],
    [
      'next renewal, from credit',
      postFinalised(fromCredit, now, newId),
      ['receivable ← revenue 2975', 'receivable ← tax_payable 245', 'customer_credit ← receivable 3220'],
      3220,
    ],
    [
      'the one after, partly from credit',
      postFinalised(partlyFromCredit, now, newId),
      ['receivable ← revenue 2975', 'receivable ← tax_payable 245', 'customer_credit ← receivable 936'],
      936,
    ],
    [
      '… and the rest from the card',
      postPaid(partlyFromCredit, 'att_1', 2284, now, newId),
      ['cash ← receivable 2284'],
      0,
    ],
    ['failed renewal, written off', postWrittenOff(renewal, now, newId), ['write_off ← receivable 3220'], 0],
    ['… write-off reversed', postRecovered(renewal, 3220, now, newId), ['receivable ← write_off 3220'], 0],
    ['… and paid late', postPaid(renewal, 'att_1', 3220, now, newId), ['cash ← receivable 3220'], 0],
    [
      'small amount carried',
      postFinalised(carried, now, newId),
      ['receivable ← revenue 6', 'customer_credit ← receivable 6'],
      6,
    ],
    [
      'small debit collected',
      postFinalised(collectsDebit, now, newId),
      ['receivable ← revenue 2975', 'receivable ← tax_payable 245', 'receivable ← customer_credit 6'],
      -6,
    ],
  ])('%s', (_name, ledger, rows, balance) => {
    expect(entryTexts(ledger)).toEqual(rows);
    expect(balanceChange(ledger)).toBe(balance);
  });
});

describe('voiding reverses the finalisation, so both together move nothing', () => {
  test.each([
    ['purchase', purchase],
    ['partly from credit', partlyFromCredit],
    ['with a debit collected', collectsDebit],
    ['carried', carried],
    ['a credit note', downgrade],
  ])('%s', (_name, invoice) => {
    const both = [...postFinalised(invoice, now, newId), ...postVoided(invoice, now, newId)];
    const sums = new Map<string, number>();
    for (const { debit, credit, amountCents } of both) {
      sums.set(debit, (sums.get(debit) ?? 0) + amountCents);
      sums.set(credit, (sums.get(credit) ?? 0) - amountCents);
    }
    expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([]);
    expect(both.length).toBe(2 * postFinalised(invoice, now, newId).length);
  });
});

test('I1: every row moves a positive amount between two accounts', () => {
  for (const invoice of [purchase, downgrade, fromCredit, carried, collectsDebit]) {
    for (const row of [...postFinalised(invoice, now, newId), ...postVoided(invoice, now, newId)]) {
      expect(row.amountCents).toBeGreaterThan(0);
      expect(row.debit).not.toBe(row.credit);
    }
  }
});

test('a cause is booked once: kind, reference, number and both accounts identify an entry', () => {
  const rows = [
    ...postFinalised(fromCredit, now, newId),
    ...postVoided(fromCredit, now, newId),
    ...postPaid(fromCredit, 'att_1', 1, now, newId),
  ];
  const keys = rows.map((row) => [row.kind, row.refId, row.seq, row.debit, row.credit].join());
  expect(new Set(keys).size).toBe(rows.length);
});

import { expect, test } from 'vitest';
import { personalData } from './personal-data.ts';
import { tablePlaces } from './table-places.ts';

/** Two lists say how a table finds its account: one for a divided database, one for the closing of an account. */

const accountTables = Object.entries(tablePlaces).flatMap(([table, found]) =>
  found.place === 'account' ? [{ table, column: found.column }] : [],
);

/**
 * Tables without an index on the account: their rows are found by the subscription, the invoice or the user (decisions 98
 * and 99).
 */
const withoutIndex = [
  'subscription_changes',
  'subscription_discounts',
  'subscription_events',
  'maintenance_periods',
  'invoice_lines',
  'sessions',
  'known_devices',
  'email_tokens',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'consents',
  'data_exports',
  'operator_views',
];

test.each(accountTables)('[INV-27] a closing finds the rows of $table by the account column', ({ table, column }) => {
  const rows = personalData[table]?.rows;
  // The closing knows the user's id too, and a user has one account.
  if (table === 'users') expect([column, rows]).toEqual(['account_id', 'id = $user']);
  else if (column && !withoutIndex.includes(table)) expect(rows).toBe(`${column} = $account`);
  else expect(rows).toMatch(/^(?:user_id = \$user|\w+ IN \(SELECT id FROM \w+ WHERE account_id = \$account\))$/);
});

test('[INV-27] no table of the catalogue has rows of a person', () => {
  const personal = Object.keys(personalData);
  expect(personal.filter((table) => (tablePlaces[table]?.place ?? 'catalogue') === 'catalogue')).toEqual([]);
});

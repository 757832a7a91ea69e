import { COUNT_LIMIT } from '@foyer/contract/vocabulary/count-limit';
import type { By } from '../services/operator/ports.ts';
import type { Lines } from './command.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

/** What every command that changes something is told: who does it and why, with a reason as somebody might give it. */
export const signedLike = (reason: string): OptionSpecs => ({
  reason: { what: 'why you do this, for the audit log', example: reason },
  by: { what: 'who you are, for the audit log', example: 'jo@vendor.example' },
});

/** How commands name what they are about. */
export const account = { what: 'id of the account, or the e-mail address of its user', example: 'ada@example.com' };
export const invoice = { what: 'id of the invoice, or the number on the receipt', example: 'R-000123' };

/** A required option: `readArguments` has refused the line without it. */
export const given = (values: Values, name: string): string => values[name] ?? '';

export const byOf = (values: Values): By => ({ actor: given(values, 'by'), reason: given(values, 'reason') });

/** `57`; nobody counts a long list to its end. */
export const counted = (inAll: number): string => (inAll > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : String(inAll));

/** A list under what it is and how many there are in all; where it was cut, the end says how many it leaves out. */
export const listed = <Row>(
  title: string,
  { rows, inAll }: { readonly rows: readonly Row[]; readonly inAll: number },
  linesOf: (row: Row) => Lines,
): Lines => [
  `${title}: ${counted(inAll)}`,
  ...rows.flatMap(linesOf),
  ...(inAll > rows.length ? [`  … and ${inAll > COUNT_LIMIT ? 'many' : inAll - rows.length} more`] : []),
];

import { COUNT_LIMIT } from '@foyer/contract/vocabulary/count-limit';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import type { By } from '../services/operator/ports.ts';
import type { Lines } from './command.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

/** Options that the audit log needs from every command that changes something. `reason` is an example. */
export const signedLike = (reason: string): OptionSpecs => ({
  reason: { what: 'why you do this, for the audit log', example: reason, isAudited: true },
  by: { what: 'who you are, for the audit log', example: 'jo@vendor.example', isAudited: true },
});

/** Options that name the object of a command. */
export const account = { what: 'id of the account, or the email address of its user', example: 'ada@example.com' };
export const receipt = { what: 'id of the receipt, or the number on it', example: 'R-000123', formerName: 'invoice' };

/** Returns a required option. `readArguments` has refused a line without it. */
export const given = (values: Values, name: string): string => values[name] ?? '';

/** Returns name and reason for the audit log. Pasted text may hide characters that reverse the lines of its page. */
export const byOf = (values: Values): By => ({
  actor: withoutHidden(given(values, 'by')),
  reason: withoutHidden(given(values, 'reason')),
});

/** Formats a count. Long lists are counted only up to `COUNT_LIMIT`. */
export const counted = (inAll: number): string => (inAll > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : String(inAll));

/** Lines of a list below its title and total count. The last line says how many rows are left out. */
export const listed = <Row>(
  title: string,
  { rows, inAll }: { readonly rows: readonly Row[]; readonly inAll: number },
  linesOf: (row: Row) => Lines,
): Lines => [
  `${title}: ${counted(inAll)}`,
  ...rows.flatMap(linesOf),
  ...(inAll > rows.length ? [`  … and ${inAll > COUNT_LIMIT ? 'many' : inAll - rows.length} more`] : []),
];

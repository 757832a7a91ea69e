import { guessReceiptNumber } from '@foyer/contract/vocabulary/receipt-number';

/** Possible meaning of a search text, and the field to search. */
export type SearchWay =
  | { readonly by: 'email'; readonly startsWith: string }
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'receipt'; readonly number: string }
  | { readonly by: 'card'; readonly last4: string }
  | { readonly by: 'code'; readonly code: string };

/** Fewer characters of an address would match a large part of the customers. */
const MIN_PREFIX = 3;
const ID = /^[a-z]{2,4}_\w+$/;
const LAST4 = /^[•*.x\s-]*(\d{4})$/i;
const CODE = /^[\w-]{4,80}$/;

/**
 * Possible meanings of a search text, most specific first (OP-02). One text may have several: `4242` is a card, a
 * receipt, and the start of an address. Codes are matched with their letter case; the rest ignores it.
 */
export const readSearch = (typed: string): SearchWay[] => {
  const text = typed.trim();
  const ways: SearchWay[] = [];
  const number = guessReceiptNumber(text);
  if (number !== null) ways.push({ by: 'receipt', number });
  if (ID.test(text)) ways.push({ by: 'id', id: text });
  const last4 = LAST4.exec(text)?.[1];
  if (last4 !== undefined) ways.push({ by: 'card', last4 });
  if (CODE.test(text)) ways.push({ by: 'code', code: text });
  if ([...text].length >= MIN_PREFIX && !/\s/.test(text)) ways.push({ by: 'email', startsWith: text.toLowerCase() });
  return ways;
};

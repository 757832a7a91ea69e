import type { Address } from '@foyer/contract/api/shapes';
import { townLines } from '@foyer/contract/vocabulary/address-lines';
import type { Refused } from '../services/refused.ts';
import type { Lines } from './command.ts';

const oneLine = (address: Address): string =>
  [address.addressLine1, address.addressLine2, ...townLines(address), address.country].filter(Boolean).join(', ');

/** Lines for a refusal of a use-case that the customer's own pages use too. */
export const refusedLines = ({ type, message, detail: { beside } }: Refused): Lines => {
  if (type !== 'ADDRESS_INVALID') return [message];
  const doubts = Object.entries(beside?.validate ?? {}).filter(([, doubt]) => doubt !== null);
  return [
    'The verifier doubts this address, so nothing was changed.',
    ...doubts.map(([part, doubt]) => `  ${part}: ${doubt}`),
    ...(beside?.suggestions ?? []).map((address) => `  Suggested: ${oneLine(address)}`),
    'Correct it, or add --as-typed yes.',
  ];
};

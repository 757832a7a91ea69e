import type { Address } from '@foyer/contract/api/shapes';
import { townLines } from '@foyer/contract/vocabulary/address-lines';
import type { Refused } from '../services/refused.ts';
import type { Lines } from './command.ts';

const oneLine = (address: Address): string =>
  [address.addressLine1, address.addressLine2, ...townLines(address), address.country].filter(Boolean).join(', ');

/** Output for a refusal of a use case that the pages of customers use too. */
export const refusedLines = ({ type, message, detail: { code, beside } }: Refused): Lines => {
  switch (type) {
    case 'ADDRESS_INVALID': {
      const mismatches = Object.entries(beside?.validate ?? {}).filter(([, mismatch]) => mismatch !== null);
      return [
        'the verifier could not confirm this address, so nothing was changed.',
        ...mismatches.map(([part, mismatch]) => `  ${part}: ${mismatch}`),
        ...(beside?.suggestions ?? []).map((address) => `  Suggested: ${oneLine(address)}`),
        'Correct it, or add --as-typed yes.',
      ];
    }
    case 'OPERATION_IN_PROGRESS':
      return ['a payment or a card of this account is being decided at this moment. Try again in a few minutes.'];
    case 'CLOSURE_BLOCKED':
      return ['an export review of this account waits for a decision. Clear or deny it first.'];
    case 'PAYMENT_GATEWAY_ERROR':
      return code === 'undecided'
        ? [
            'the payment provider has not answered whether it deleted the cards. The account is open, without a card.',
            'The server asks again, closes the account and tells the customer by mail. A card that the customer saves stops it.',
          ]
        : [
            'the payment provider refuses to delete its customer, so nothing was changed. Delete the customer there, then run the command again.',
          ];
    default:
      return [message];
  }
};

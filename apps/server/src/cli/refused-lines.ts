import type { Address } from '@foyer/contract/api/shapes';
import { townLines } from '@foyer/contract/vocabulary/address-lines';
import { operatorReasonOf, refusalCodeOf } from '../services/operator-reasons.ts';
import type { Refused } from '../services/refused.ts';
import type { Command, DatabaseCommand, Lines, Refusals } from './command.ts';

/** Advice about the options of a refused command, printed after the reason. */
const hints: Partial<Refusals> = {
  unknown_plan: 'Check --plan.',
  batch_not_valid: 'See --help.',
  no_maintenance: 'Check --plan.',
  free_plan: 'Check --plan.',
  end_not_ahead: '--until must be in the future.',
  job_not_failed: '"due" lists those that were.',
  unknown_role: 'Separate several in --role with commas.',
  not_an_address: 'Check --email.',
  second_step_needed: 'Leave out --second-step.',
  granted_before: 'To grant it once more, add --again yes.',
};

const oneLine = (address: Address): string =>
  [address.addressLine1, address.addressLine2, ...townLines(address), address.country].filter(Boolean).join(', ');

/**
 * Output for a refused command: its own text for the code, or the reason that the API gives too with advice about options.
 * The other texts are for refusals of use cases that the pages of customers use too.
 */
export const refusedLines = (refused: Refused, command: Command | DatabaseCommand): Lines => {
  const reason = operatorReasonOf(refused);
  const refusal = refusalCodeOf(refused);
  if (reason !== null && refusal !== null) {
    const own = 'run' in command ? command.refusals?.[refusal] : undefined;
    return [own ?? [reason, hints[refusal]].filter(Boolean).join(' ')];
  }
  const {
    type,
    message,
    detail: { code, beside },
  } = refused;
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
      return [
        'a payment or a card of this account is being decided at this moment. Try again in a few minutes.',
        'If "due" lists the payment as given up, run "payments ask" first.',
      ];
    case 'UNAVAILABLE':
      return ['the database did not answer in time. Check whether the command was carried out, and run it again.'];
    case 'CLOSURE_BLOCKED':
      return ['an export review of this account waits for a decision. Clear or deny it first.'];
    case 'PAYMENT_GATEWAY_ERROR':
      return code === 'undecided'
        ? [
            'the payment provider has not answered whether it deleted the cards. The account is open, without a card.',
            'The server asks again, closes the account and tells the customer by email. A card that the customer saves stops it.',
          ]
        : [
            'the payment provider refuses to delete its customer, so nothing was changed. Delete the customer there, then run the command again.',
          ];
    default:
      return [message];
  }
};

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { RefusedNotice } from '../../../ui/refused-notice.tsx';
import type { SaveFailure } from './use-save-card.ts';

/** Returns whether the customer gave up the confirmation that the bank asked for. */
const isGivenUp = ({ code }: SaveFailure['error']): boolean => code === 'authentication_required';

const titleOf = ({ error, uncertain }: SaveFailure): ReactNode => {
  if (error.type === 'OFFLINE') return <Trans>No connection.</Trans>;
  if (error.type === 'OPERATION_IN_PROGRESS' || error.code === 'undecided')
    return <Trans>Your card is still being saved.</Trans>;
  if (uncertain) return <Trans>We don't know if your card was saved.</Trans>;
  if (error.type === 'CARD_COUNTRY_UNSUPPORTED') return <Trans>Card payments outside the US can't be processed.</Trans>;
  if (error.type === 'StripeCardError' && !isGivenUp(error)) return error.message;
  return <Trans>Your card wasn't saved.</Trans>;
};

/** Reason, when the title does not contain it. A message that only asks to try again is no reason. */
const reasonOf = ({ error, uncertain }: SaveFailure): ReactNode => {
  if (uncertain) return error.type === 'OFFLINE' ? <Trans>We don't know if your card was saved.</Trans> : null;
  if (isGivenUp(error)) return <Trans>You canceled your bank's check of it.</Trans>;
  if (error.code === 'ran_out') return <Trans>The time to confirm with your bank is over.</Trans>;
  if (error.type === 'PAYMENT_GATEWAY_ERROR') return <Trans>There was an error processing your transaction.</Trans>;
  if (error.type === 'RATE_LIMITED') return <Trans>That was too often.</Trans>;
  if (error.status >= 500 || error.code === 'read_only') return null;
  return ['OFFLINE', 'StripeCardError', 'CARD_COUNTRY_UNSUPPORTED'].includes(error.type) ? null : error.message;
};

/** Reason of a failed save, from the gateway if it gave one, and the next step. The typed values stay (PM-01). */
export const SaveCardError = ({ failure }: { failure: SaveFailure }) => (
  <RefusedNotice failure={failure} title={titleOf(failure)}>
    {reasonOf(failure)} <Trans>Please try again or contact support.</Trans>
  </RefusedNotice>
);

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CallError } from '../lib/call-error.ts';
import { typeOf } from './call.ts';

/** Message for a refused command, by its code. The command line has its own sentence for each code. */
const refusalText = (code: string | null, message: string): ReactNode => {
  switch (code) {
    case 'not_paid':
      return <Trans>Nothing was paid for this receipt.</Trans>;
    case 'not_open':
      return <Trans>This receipt isn't open any more.</Trans>;
    case 'nothing_left':
      return <Trans>Nothing is left to give back: it was refunded, or it became account credit.</Trans>;
    case 'more_than_left':
      return <Trans>That is more than what is left to give back.</Trans>;
    case 'amount_not_positive':
      return <Trans>The amount must be more than $0.00.</Trans>;
    case 'granted_before':
      return (
        <Trans>
          This account was given the same amount within the last hour, so nothing was given now. If it is meant, give it
          once more.
        </Trans>
      );
    case 'address_changed':
      return <Trans>The address was changed meanwhile. Look at it again before you change it.</Trans>;
    case 'account_closed':
      return <Trans>This account is closed.</Trans>;
    case 'account_closing':
      return (
        <Trans>
          This account is being closed. If the customer wants to stay, ask them to save a card first. Then try again.
        </Trans>
      );
    case 'job_not_failed':
      return <Trans>This mail isn't among those given up any more.</Trans>;
    case 'done_already':
      return <Trans>This was done already. Nothing changed now.</Trans>;
    case 'mail_outdated':
      return <Trans>This mail was for an address the customer no longer has.</Trans>;
    case 'review_decided':
      return <Trans>Somebody decided this review already.</Trans>;
    case 'not_requested':
      return <Trans>This request isn't open any more.</Trans>;
    case 'email_not_verified':
      return <Trans>The customer has to verify their email first.</Trans>;
    case 'prepaid_held':
      return <Trans>They have prepaid time of this product. End it first, or wait for its end.</Trans>;
    case 'unknown_plan':
      return <Trans>There is no such plan on sale.</Trans>;
    case 'batch_not_valid':
    case 'not_scope':
    case 'free_plan':
    case 'end_not_ahead':
      return <Trans>These codes can't be made: check the type, plan, length and end.</Trans>;
    case 'catalogue':
      return <Trans>The catalogue files were refused: {message}</Trans>;
    default:
      return <Trans>This can't be done now.</Trans>;
  }
};

/** Message for the error of a call. */
export const ErrorMessage = ({ error }: { error: unknown }): ReactNode => {
  const { code = null, message = '', requestId = null, retryAfter = null } = error instanceof CallError ? error : {};
  switch (typeOf(error)) {
    case 'ACTION_REFUSED':
      return refusalText(code, message);
    case 'OPERATION_IN_PROGRESS':
      return <Trans>The payment provider hasn't answered yet. Look again in a few minutes.</Trans>;
    case 'ADDRESS_INVALID':
      return <Trans>The verifier doubts this address, so nothing was changed.</Trans>;
    case 'CLOSURE_BLOCKED':
      return <Trans>An export review of this account waits for a decision. Decide it first.</Trans>;
    case 'PAYMENT_GATEWAY_ERROR':
      return code === 'undecided' ? (
        <Trans>
          The payment provider hasn't said whether it deleted the card. The account is open, without a card. It is
          closed by itself as soon as the provider confirms, unless the customer saves a card. The customer was told by
          mail.
        </Trans>
      ) : (
        <Trans>The payment provider refused, so nothing was changed.</Trans>
      );
    case 'NOT_FOUND':
      return <Trans>There is nothing by this id.</Trans>;
    case 'FORBIDDEN':
      return <Trans>None of your roles may do this.</Trans>;
    case 'RATE_LIMITED':
      return retryAfter === null ? (
        <Trans>Too many tries. Wait a few minutes.</Trans>
      ) : (
        <Trans>Too many tries. Wait {retryAfter} seconds.</Trans>
      );
    case 'OFFLINE':
      return <Trans>You seem to be offline.</Trans>;
    case 'INVALID_REQUEST':
      return <Trans>Something entered isn't valid.</Trans>;
    case 'UNAUTHORIZED':
    case 'INVALID_TOKEN':
      return <Trans>Your session ended.</Trans>;
    default:
      return requestId ? (
        <Trans>Something went wrong on our side. Reference: {requestId}</Trans>
      ) : (
        <Trans>Something went wrong on our side.</Trans>
      );
  }
};

import { Trans } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { type ErrorsOf, type Failure, failureOf } from '../lib/failure.ts';
import { amountsOf } from '../lib/failure-facts.ts';
import { commonWords } from '../shared/failures/common-words.tsx';
import { FailureNotice } from '../shared/failures/failure-notice.tsx';
import { signInWords } from '../shared/failures/sign-in-words.tsx';
import { type FailureContext, FailureText, type Words, type WordTable } from '../shared/failures/words.tsx';
import { moneyText } from '../ui/money.tsx';
import type { OperatorRoute } from './call.ts';

const codesNotValid = <Trans>These codes can't be made: check the type, plan, length and end.</Trans>;

/** Texts of ACTION_REFUSED by `error.code`. The command line has its own sentence for each code. */
const refusals: Readonly<Record<string, ReactNode>> = {
  not_paid: <Trans>Nothing was paid for this receipt.</Trans>,
  not_open: <Trans>This receipt isn't open any more.</Trans>,
  nothing_left: <Trans>Nothing is left to refund: it was refunded, or it became account credit.</Trans>,
  more_than_left: <Trans>That is more than what is left.</Trans>,
  amount_not_positive: <Trans>The amount must be more than $0.00.</Trans>,
  granted_before: (
    <Trans>
      This account was given the same amount within the last hour, so nothing was given now. If it is meant, give it
      once more.
    </Trans>
  ),
  address_changed: <Trans>The address was changed meanwhile. Check it again before you change it.</Trans>,
  account_closed: <Trans>This account is closed.</Trans>,
  account_closing: (
    <Trans>
      This account is being closed. If the customer wants to keep it, ask them to save a card first. Then try again.
    </Trans>
  ),
  job_not_failed: <Trans>This is no longer in the list of what was given up.</Trans>,
  not_given_up: <Trans>The server still asks about this payment, or it is decided.</Trans>,
  other_gateway: (
    <Trans>
      The payment provider doesn't know the newest payment. Check the settings of the server. Nothing changed.
    </Trans>
  ),
  already_queued: <Trans>This message is already in the queue.</Trans>,
  done_already: <Trans>This was done already. Nothing changed now.</Trans>,
  mail_outdated: <Trans>This email was for an address that the customer no longer has.</Trans>,
  review_decided: <Trans>Another operator has decided this review already.</Trans>,
  not_requested: <Trans>This request isn't open any more.</Trans>,
  email_not_verified: <Trans>The customer has to verify their email first.</Trans>,
  prepaid_held: <Trans>The customer has prepaid time of this product. End it first, or wait for its end.</Trans>,
  unknown_plan: <Trans>This plan is not on sale.</Trans>,
  batch_not_valid: codesNotValid,
  no_maintenance: codesNotValid,
  free_plan: codesNotValid,
  end_not_ahead: codesNotValid,
};

const refusalText = (failure: Failure): ReactNode => {
  const { code = null, message = '' } = failure.error ?? {};
  const amounts = amountsOf(failure);
  if (amounts) {
    const left = moneyText(amounts.leftCents);
    const requested = moneyText(amounts.requestedCents);
    return (
      <Trans>
        Only {left} is left, which is less than {requested}.
      </Trans>
    );
  }
  if (code === 'catalogue') return <Trans>The catalog files were refused: {message}</Trans>;
  return refusals[code ?? ''] ?? <Trans>This can't be done now.</Trans>;
};

const noAnswerYet: Words = {
  title: <Trans>The payment provider hasn't answered yet.</Trans>,
  next: <Trans>Check again in a few minutes.</Trans>,
};

const fault: Words = {
  ...commonWords.OTHER,
  reason: ({ error }: Failure) => error?.requestId && <Trans>Reference: {error.requestId}</Trans>,
};

const sessionEnded: Words = { title: <Trans>Your session ended.</Trans> };

type OperatorError = ErrorsOf<
  Exclude<OperatorRoute, 'POST /api/operator/sessions' | 'POST /api/operator/me/change-password'>
>;

const words = {
  ...commonWords,
  OFFLINE: { ...commonWords.OFFLINE, tone: 'warn' },
  NO_ANSWER: fault,
  OTHER: fault,
  ACTION_REFUSED: { title: refusalText },
  OPERATION_IN_PROGRESS: noAnswerYet,
  RUNNING: noAnswerYet,
  IDEMPOTENCY_MISMATCH: {
    title: <Trans>This form was sent before with other entries.</Trans>,
    next: <Trans>Close it, check whether that was done, and open it again.</Trans>,
  },
  ADDRESS_INVALID: { title: <Trans>The address check found a fault, so nothing was changed.</Trans> },
  CLOSURE_BLOCKED: {
    title: <Trans>An export review of this account waits for a decision.</Trans>,
    next: <Trans>Decide it first.</Trans>,
  },
  PAYMENT_GATEWAY_ERROR: { title: <Trans>The payment provider refused, so nothing was changed.</Trans> },
  UNDECIDED: {
    title: <Trans>The payment provider hasn't said whether it deleted the card.</Trans>,
    effect: (
      <Trans>
        The account is open, without a card. It'll be closed as soon as the provider confirms, unless the customer saves
        a card. The customer was told by email.
      </Trans>
    ),
  },
  NOT_FOUND: { title: <Trans>Nothing was found with this id.</Trans> },
  FORBIDDEN: { title: <Trans>None of your roles may do this.</Trans> },
  INVALID_REQUEST: { title: <Trans>Something entered isn't valid.</Trans> },
  UNAUTHORIZED: sessionEnded,
  INVALID_TOKEN: sessionEnded,
} satisfies WordTable & Record<OperatorError, Words>;

/** Texts of a failed command. */
export const failures: FailureContext = { words };

/** Texts of a failed sign-in of an operator. */
export const signInFailures: FailureContext = {
  words: {
    ...words,
    ...signInWords,
    INVALID_CREDENTIALS: {
      title: ({ error }) =>
        error?.code === 'first_password_over' ? (
          <Trans>This first password was used, or it is older than 24 hours. Ask for a new one.</Trans>
        ) : (
          signInWords.INVALID_CREDENTIALS.title
        ),
    },
  },
};

/** Texts of a failed change of the operator's password. */
export const passwordFailures: FailureContext = {
  words: {
    ...words,
    INVALID_CREDENTIALS: { title: <Trans>That isn't your current password.</Trans> },
    INVALID_PASSWORD: {
      title: <Trans>Choose another password: not a common one, your current one, or one made of your name.</Trans>,
    },
  },
};

/** Text for the error of a call, in one line. */
export const ErrorText = ({ error }: { error: unknown }) => <FailureText of={failureOf(error)} context={failures} />;

interface ErrorNoticeProps {
  error: unknown;
  context: FailureContext;
}

/** Notice for the error of a sign-in or a new password. Each new error takes the focus. */
export const ErrorNotice = ({ error, context }: ErrorNoticeProps) => {
  const failure = useMemo(() => failureOf(error), [error]);
  return <FailureNotice of={failure} context={context} />;
};

import { Trans } from '@lingui/react/macro';
import { checkFailureOf, failureFor, type Reason } from '../../../lib/failure.ts';
import { commonWords } from '../../../shared/failures/common-words.tsx';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { codeFailures } from '../../../shared/failures/purchase-words.tsx';
import type { FailureContext, Words } from '../../../shared/failures/words.tsx';

const refused: Words = { title: <Trans>This code didn't work.</Trans>, effect: null };

/** Texts of failures of a coupon while plans are chosen. A code that gives a plan is no discount. */
const couponFailures: FailureContext = {
  words: {
    ...codeFailures().words,
    INVALID_COUPON_TYPE: refused,
    // as the reason, because the next step below takes the place of that of the table
    RATE_LIMITED: { ...commonWords.RATE_LIMITED, reason: commonWords.RATE_LIMITED.next },
    NO_ANSWER: commonWords.NO_ANSWER,
    OTHER: refused,
  },
  next: <Trans>The prices are shown without it.</Trans>,
};

/** Notice that the coupon of the address is not applied (CD-05). `cause`: error of a call, or the refusal in its answer. */
export const CouponRefused = ({ cause }: { cause: unknown }) => (
  <FailureNotice
    of={typeof cause === 'string' ? failureFor(cause as Reason) : checkFailureOf(cause)}
    context={couponFailures}
    caused={false}
  />
);

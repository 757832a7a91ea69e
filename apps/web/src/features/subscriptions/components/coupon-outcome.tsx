import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import { checkFailureOf, failureFor, type Reason } from '../../../lib/failure.ts';
import { commonWords } from '../../../shared/failures/common-words.tsx';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { codeFailures, codeRefused } from '../../../shared/failures/purchase-words.tsx';
import type { FailureContext, Words } from '../../../shared/failures/words.tsx';
import { Badge } from '../../../ui/badge.tsx';
import type { CouponPrices } from './use-coupon-prices.ts';

const refused: Words = { title: codeRefused, effect: null };

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

const CyclesText = ({ cycles }: { cycles: number | null }) => {
  if (cycles === null) return <Trans>It applies to every payment for the plan you choose.</Trans>;
  return cycles === 1 ? (
    <Trans>It applies to your first payment.</Trans>
  ) : (
    <Trans>It applies to your first {cycles} payments.</Trans>
  );
};

/** Coupon of the shown prices, or a notice that it is not applied. The cause is an error of a call or the refusal in its answer. */
export const CouponOutcome = ({ prices }: { prices: Exclude<CouponPrices, { kind: 'none' }> }) =>
  prices.kind === 'applies' ? (
    <p className="row" role="status">
      <Badge tone="ok" icon={Check}>
        <Trans>{prices.coupon.discountPercentage}% discount</Trans>
      </Badge>
      <span>{prices.coupon.displayCode}</span>
      <span>
        <CyclesText cycles={prices.coupon.discountCycles} />
      </span>
    </p>
  ) : (
    <FailureNotice
      of={typeof prices.cause === 'string' ? failureFor(prices.cause as Reason) : checkFailureOf(prices.cause)}
      context={couponFailures}
      caused={false}
    />
  );

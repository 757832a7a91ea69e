import type { Coupon } from '@foyer/contract/api/coupons';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { checkFailureOf, failureFor, mayStillSucceed } from '../../../lib/failure.ts';
import { isHeldForReview } from '../../../lib/failure-facts.ts';
import { useAction, useBackOnline } from '../../../lib/use-action.ts';
import { couponQuery } from '../../../shared/coupons/coupon.ts';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { codeFailures } from '../../../shared/failures/purchase-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { ReviewFrame } from '../../../shared/orders/review-frame.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Money } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { codeRefusal } from './code-refusal.ts';
import { ExtendedNotice } from './extended-notice.tsx';
import { Span } from './extension-summary.tsx';
import { LazyExtensionFailure, usePreloadExtensionFailure } from './lazy-extension-failure.ts';
import { LengthText } from './length-text.tsx';
import styles from './licence.module.css';
import { useExtension } from './use-extension.ts';

interface RedeemExtensionProps {
  subscription: Subscription;
  until: string | null;
  /** Checked code that would extend this licence, now or after a review; null before the check. */
  checkedCoupon: Coupon | null;
  head: (busy: boolean) => ReactNode;
  onChecked: (coupon: Coupon | null) => void;
  onMissingAddress: () => void;
  onExtended: () => void;
}

/** Extends maintenance with a code. Shows its effect before it is redeemed (MA-04). */
export const RedeemExtension = ({
  subscription,
  until,
  checkedCoupon,
  head,
  onChecked,
  onMissingAddress,
  onExtended,
}: RedeemExtensionProps) => {
  const { extend, clearFailure, processing, done, failure, setFailure } = useExtension({
    subscriptionId: subscription.id,
    pending: false,
    isOfCode: true,
    onExtended,
    onMissingAddress,
  });
  usePreloadExtensionFailure();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const summary = useRef<HTMLDivElement>(null);
  const busy = processing || done;
  // a code that the server already holds needs no second request
  const offered = failure && !failure.isOfFirstOrder && isHeldForReview(failure) ? null : checkedCoupon;
  const isOfField = failure?.reason === 'INVALID_COUPON' && !failure.isOfFirstOrder;

  const checkCode = useAction(async () => {
    clearFailure();
    try {
      const coupon = await client.fetchQuery(couponQuery(code.trim(), subscription.id));
      const wrong = codeRefusal(coupon, subscription.plan.tierName);
      if (wrong) return setFailure(failureFor(wrong));
      if (coupon.refusal === 'NEEDS_REVIEW') setFailure(failureFor('NEEDS_REVIEW'));
      onChecked(coupon);
      summary.current?.focus();
    } catch (error) {
      setFailure(checkFailureOf(error));
    }
  });
  useBackOnline(failure?.reason === 'OFFLINE' && !failure.isUnknown, clearFailure);
  const isChecking = checkCode.state.kind === 'running';

  const submit = () => {
    if (isChecking || busy) return;
    if (code.trim() === '') setFailure(failureFor('INVALID_COUPON'));
    else void checkCode.run();
  };

  return (
    <ReviewFrame
      title={<Trans>Summary</Trans>}
      amounts={
        offered ? (
          <SummaryLines>
            <SummaryLine
              label={
                <Trans>
                  License extension, <LengthText months={offered.maintenanceMonths ?? 0} />
                </Trans>
              }
              reason={offered.effect?.until && <Span from={until} until={offered.effect.until} />}
            >
              <Trans>Prepaid</Trans>
            </SummaryLine>
            <SummaryLine label={<Trans>Due today</Trans>} rule due>
              <Money cents={0} />
            </SummaryLine>
          </SummaryLines>
        ) : (
          <p className={styles.hint}>
            <Trans>
              Type a code to see how far it extends your maintenance. Nothing is redeemed before you confirm.
            </Trans>
          </p>
        )
      }
      amountsRef={summary}
      button={(size) =>
        offered && (
          <Button
            variant="primary"
            {...size}
            disabled={!busy && mayStillSucceed(failure)}
            busy={busy}
            busyLabel={<Trans>Redeeming…</Trans>}
            onClick={() => void extend({ prepaidCouponId: offered.id })}
          >
            <Trans>Redeem</Trans>
          </Button>
        )
      }
      due={offered ? { label: <Trans>Due today</Trans>, cents: 0 } : null}
    >
      <section className={styles.extension} aria-labelledby="extension">
        {head(busy)}
        {done && <ExtendedNotice />}
        {failure && !isOfField && (
          <Suspense>
            {failure.isOfFirstOrder ? (
              <LazyExtensionFailure failure={failure} isBeforeCode />
            ) : (
              <FailureNotice of={failure} context={codeFailures({ tierName: subscription.plan.tierName })} />
            )}
          </Suspense>
        )}
        <form
          className={styles.code}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            label={<Trans>Prepaid Code</Trans>}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              onChecked(null);
              clearFailure();
            }}
            disabled={busy}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={isOfField && <FailureText of={failure} context={codeFailures()} />}
            hint={<Trans>We'll show you what the code does before you redeem it.</Trans>}
          />
          <Button
            type="submit"
            variant={checkedCoupon ? 'outline' : 'primary'}
            disabled={checkedCoupon !== null || busy}
            busy={isChecking}
            busyLabel={<Trans>Checking…</Trans>}
          >
            <Trans>Check code</Trans>
          </Button>
        </form>
      </section>
    </ReviewFrame>
  );
};

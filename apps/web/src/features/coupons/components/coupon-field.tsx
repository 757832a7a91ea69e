import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureFor } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import type { CouponState, CouponVerdict } from '../../../shared/coupons/use-coupon.ts';
import { codeFailures } from '../../../shared/failures/purchase-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Link } from '../../../ui/link.tsx';
import styles from './codes.module.css';

const errorOf = (verdict: CouponVerdict): ReactNode => {
  if (verdict.kind !== 'refused') return null;
  if (verdict.isPrepaid) {
    return (
      <Trans>
        This is a prepaid code. It gives you a plan:{' '}
        <Link className="link" href={paths.redeemCode}>
          redeem it
        </Link>
        .
      </Trans>
    );
  }
  return <FailureText of={verdict.failure} context={codeFailures()} />;
};

/** Applied coupon: its discount, and the button that removes it. */
const AppliedCoupon = ({
  verdict,
  disabled,
  remove,
}: Pick<CouponState, 'disabled' | 'remove'> & { verdict: CouponVerdict & { kind: 'applies' } }) => {
  const { discountPercentage, discountCycles, displayCode } = verdict.coupon;
  return (
    <div className={styles.foot}>
      <p role="status">
        <Badge tone="ok" icon={Check}>
          <Trans>{discountPercentage}% discount</Trans>
        </Badge>{' '}
        <span className={styles.code}>{displayCode}</span>{' '}
        {discountCycles === null ? (
          <Trans>applies to every payment for this plan.</Trans>
        ) : discountCycles === 1 ? (
          <Trans>applies to your first payment.</Trans>
        ) : (
          <Trans>applies to your first {discountCycles} payments.</Trans>
        )}
      </p>
      <Button size="sm" onClick={remove} disabled={disabled}>
        <Trans>Remove coupon</Trans>
      </Button>
    </div>
  );
};

/** Coupon field in the review of an order (CD-05). Closed at first, because most customers have no code. */
export const CouponField = ({ code, verdict, disabled = false, apply, remove }: CouponState) => {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(code ?? '');
  const [changed, setChanged] = useState(false);
  const [empty, setEmpty] = useState(false);
  const refused = verdict.kind === 'refused';
  // Only after a click: a refused coupon in the address must not take the focus.
  const pressed = useRef(false);
  useEffect(() => {
    if (pressed.current && (open || refused)) input.current?.focus();
  }, [open, refused]);
  const removeCoupon = () => {
    setText('');
    setOpen(false);
    remove();
  };

  if (verdict.kind === 'applies') {
    return (
      <Card clip>
        <AppliedCoupon verdict={verdict} disabled={disabled} remove={removeCoupon} />
      </Card>
    );
  }
  if (!open && !refused && verdict.kind !== 'checking') {
    return (
      <button
        type="button"
        className={styles.ask}
        aria-expanded={false}
        disabled={disabled}
        onClick={() => {
          pressed.current = true;
          setOpen(true);
        }}
      >
        <Trans>Have a coupon?</Trans>
      </button>
    );
  }
  return (
    <Card pad>
      <form
        className={styles.line}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = text.trim();
          pressed.current = true;
          setEmpty(typed === '');
          setChanged(false);
          if (typed) apply(typed);
        }}
      >
        <TextField
          ref={input}
          label={t`Have a coupon?`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={styles.codeField}
          value={text}
          disabled={disabled}
          error={
            empty ? (
              <FailureText of={failureFor('INVALID_COUPON')} context={codeFailures()} />
            ) : (
              !changed && errorOf(verdict)
            )
          }
          hint={<Trans>Codes are case-sensitive.</Trans>}
          onChange={(event) => {
            setText(event.target.value);
            setChanged(true);
            setEmpty(false);
          }}
        />
        <Button
          type="submit"
          disabled={disabled}
          busy={verdict.kind === 'checking'}
          busyLabel={<Trans>Checking…</Trans>}
        >
          <Trans>Apply coupon</Trans>
        </Button>
      </form>
      {refused && (
        <button type="button" className={styles.ask} onClick={removeCoupon} disabled={disabled}>
          <Trans>Remove coupon</Trans>
        </button>
      )}
    </Card>
  );
};

import type { Coupon } from '@foyer/contract/api/coupons';
import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { usesOf } from '../model/discount-uses.ts';
import styles from './codes.module.css';

const CyclesText = ({ cycles }: { cycles: number | null }) => {
  if (cycles === null) return <Trans>It applies to every payment for the plan you choose.</Trans>;
  return cycles === 1 ? (
    <Trans>It applies to your first payment.</Trans>
  ) : (
    <Trans>It applies to your first {cycles} payments.</Trans>
  );
};

/** Longest open list. A longer one would push the buttons out of a phone's first screen. */
const MAX_OPEN_PLANS = 3;

/**
 * Offer of a discount code, which is not redeemed but used in an order: its amount, the plans it fits, and links to
 * them (CD-05).
 */
export const DiscountOffer = ({ coupon, onCancel }: { coupon: Coupon; onCancel: () => void }) => (
  <>
    <details className={styles.part} open={coupon.planNames.length <= MAX_OPEN_PLANS}>
      <summary>
        <h3>
          <Trans>Plans it fits</Trans>
        </h3>
      </summary>
      <ul className={styles.effect}>
        {coupon.planNames.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
    <div className={styles.foot}>
      <p>
        <CyclesText cycles={coupon.discountCycles} /> <Trans>You see the price with it before you confirm.</Trans>
      </p>
      <Button onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      {usesOf(coupon, config.brand.products.map(familyOf)).map(({ key, name, to }, index) => (
        <LinkButton key={key} variant={index === 0 ? 'primary' : 'outline'} to={to}>
          <Trans>Use it for {name}</Trans>
        </LinkButton>
      ))}
    </div>
  </>
);

import type { TieredPlan } from '@foyer/contract/api/plans';
import type { BillingCycle } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import choice from '../../../ui/choice.module.css';
import { cx } from '../../../ui/cx.ts';
import { Money } from '../../../ui/money.tsx';
import { priceSuffix } from '../interval-labels.ts';
import styles from './metered-card.module.css';

interface MeteredCardProps {
  /** Name of the radio group of this card. */
  group: string;
  name: ReactNode;
  badge: ReactNode;
  plan: TieredPlan;
  /** Null for a plan that is billed by use. */
  cycle: BillingCycle | null;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children?: ReactNode;
}

const Price = ({ plan, cycle }: Pick<MeteredCardProps, 'plan' | 'cycle'>) => {
  if (!cycle) {
    return (
      <span className={cx(styles.price, styles.words)}>
        <Trans>Pay-as-you-go</Trans>
      </span>
    );
  }
  const yearly = cycle.interval !== 'monthly';
  const { amount, discountedAmount } = cycle;
  return (
    <>
      <span className={styles.price}>
        <Money cents={discountedAmount ?? amount} whole />
        <small>{priceSuffix[yearly ? 'yearly' : 'monthly']}</small>
      </span>
      <span className={styles.month}>
        {discountedAmount !== null ? (
          <Trans>
            instead of <Money cents={amount} whole />
          </Trans>
        ) : yearly && plan.annualDiscount ? (
          <Trans>
            <Money cents={plan.annualDiscount.pricePerMonth} whole /> a month, billed yearly
          </Trans>
        ) : (
          <Trans>Billed monthly</Trans>
        )}
      </span>
    </>
  );
};

/** Card of a plan: name, badge, purpose and price (IO-01). The whole card is one label. */
export const MeteredCard = ({
  group,
  name,
  badge,
  plan,
  cycle,
  checked,
  disabled,
  onChoose,
  children,
}: MeteredCardProps) => {
  const id = useId();
  return (
    <div className={cx(styles.card, checked && styles.selected, disabled && styles.off)}>
      <label className={styles.label}>
        <span className={styles.head}>
          <input
            type="radio"
            className={choice.radio}
            name={group}
            checked={checked}
            disabled={disabled}
            onChange={onChoose}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-line`}
          />
          <b id={`${id}-name`}>{name}</b>
          {badge}
        </span>
        <span id={`${id}-line`} className={styles.about}>
          <span className={styles.line}>{plan.description}</span>
          <Price plan={plan} cycle={cycle} />
        </span>
      </label>
      {children}
    </div>
  );
};

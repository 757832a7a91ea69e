import { Trans } from '@lingui/react/macro';
import { Button, LinkButton } from '../../../ui/button.tsx';
import dock from '../../../ui/dock.module.css';
import { Money } from '../../../ui/money.tsx';
import { priceSuffix } from '../interval-labels.ts';
import type { TieredChoice } from './tiered-choice.ts';

interface TiersDockProps {
  choice: TieredChoice;
  /** The choice is the current plan. */
  owned: boolean;
  /** The subscription is paid, so a change costs only the difference. */
  isPaidPlan: boolean;
  /** Days of the trial that is reviewed; null for a purchase. */
  trialDays: number | null;
  reviewPath: string;
  onCancel: () => void;
}

const Line = ({ choice, owned, isPaidPlan, trialDays }: Omit<TiersDockProps, 'reviewPath' | 'onCancel'>) => {
  if (owned) return <Trans>This is the plan you have.</Trans>;
  if (trialDays !== null) return <Trans>Try it free for {trialDays} days on the next page. No card needed.</Trans>;
  // a smaller plan gives credit back instead
  if (choice.cycle.amountDue === 0) return <Trans>You pay nothing today.</Trans>;
  return isPaidPlan ? (
    <Trans>You pay the difference today. We'll show it to the cent before you confirm.</Trans>
  ) : (
    <Trans>We'll show what you pay today, to the cent, before you confirm.</Trans>
  );
};

/** Bar with the choice and the button of the next step, always in view (SP-01). */
export const TiersDock = ({ reviewPath, onCancel, ...facts }: TiersDockProps) => {
  const { plan, cycle, billing } = facts.choice;
  return (
    <section className={dock.dock} aria-live="polite">
      <div className={dock.text}>
        <b>{plan.displayName}</b>
        <span className={dock.wideOnly}>
          {' · '}
          <Trans>
            <Money cents={cycle.discountedAmount ?? cycle.amount} whole />
            {priceSuffix[billing]} plus tax
          </Trans>
        </span>
        <p>
          <Line {...facts} />
        </p>
      </div>
      <Button className={dock.wideOnly} onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      {!facts.owned && (
        <LinkButton to={reviewPath} variant="primary">
          <Trans>Choose plan</Trans>
        </LinkButton>
      )}
    </section>
  );
};

import { Trans } from '@lingui/react/macro';
import { Button, LinkButton } from '../../../ui/button.tsx';
import dock from '../../../ui/dock.module.css';
import { Money } from '../../../ui/money.tsx';
import { priceSuffix } from '../interval-labels.ts';
import type { OfferInterval } from '../model/plan-card.ts';

interface PlanDockProps {
  /** Name of the choice. */
  name: string;
  /** Price before tax; null for a choice without one. */
  price: { readonly cents: number; readonly rhythm: OfferInterval } | null;
  /** Days of the trial that the next page offers first. */
  trialDays?: number | null;
  /** Charge today before tax; 0 also for a smaller plan, which gives credit back. */
  dueCents: number;
  /** The account pays for a plan, so only the difference is due. */
  isPaidPlan: boolean;
  reviewPath: string;
  /** The page shows an open bank challenge. Its button is the primary one then. */
  isAsked: boolean;
  onCancel: () => void;
}

type LineProps = Pick<PlanDockProps, 'trialDays' | 'dueCents' | 'isPaidPlan'>;

const Line = ({ trialDays = null, dueCents, isPaidPlan }: LineProps) => {
  if (trialDays !== null) return <Trans>Try it free for {trialDays} days on the next page. No card needed.</Trans>;
  if (dueCents === 0) return <Trans>You pay nothing today.</Trans>;
  return isPaidPlan ? (
    <Trans>You pay the difference today. We'll show it to the cent before you confirm.</Trans>
  ) : (
    <Trans>We'll show what you pay today, to the cent, before you confirm.</Trans>
  );
};

/** Bar with the choice and the button of the next step, always in view (DR-03, SP-01). */
export const PlanDock = ({ name, price, reviewPath, isAsked, onCancel, ...facts }: PlanDockProps) => (
  <section className={dock.dock} aria-live="polite">
    <div className={dock.text}>
      <b>{name}</b>
      {price && (
        <span className={dock.wideOnly}>
          {' · '}
          <Trans>
            <Money cents={price.cents} whole />
            {priceSuffix[price.rhythm]} plus tax
          </Trans>
        </span>
      )}
      <p>
        <Line {...facts} />
      </p>
    </div>
    <Button className={dock.wideOnly} onClick={onCancel}>
      <Trans>Cancel</Trans>
    </Button>
    <LinkButton to={reviewPath} variant={isAsked ? 'outline' : 'primary'}>
      <Trans>Choose plan</Trans>
    </LinkButton>
  </section>
);

import { Trans } from '@lingui/react/macro';
import { Button, LinkButton } from '../../../ui/button.tsx';
import dock from '../../../ui/dock.module.css';
import { Money } from '../../../ui/money.tsx';
import { priceSuffix } from '../interval-labels.ts';
import type { Selection } from '../model/selection.ts';
import { planName } from './plan-name.ts';

interface ChoiceDockProps {
  selection: Selection;
  /** The account pays for a plan, so only the difference is due. */
  isPaidPlan: boolean;
  reviewPath: string;
  onCancel: () => void;
}

const Line = ({ selection: { trial, offer }, isPaidPlan }: Pick<ChoiceDockProps, 'selection' | 'isPaidPlan'>) => {
  // a smaller plan gives credit back instead
  if (trial || offer.dueCents === 0) return <Trans>You pay nothing today.</Trans>;
  return isPaidPlan ? (
    <Trans>You pay the difference today. We'll show it to the cent before you confirm.</Trans>
  ) : (
    <Trans>We'll show what you pay today, to the cent, before you confirm.</Trans>
  );
};

/** Bar with the choice and the button of the next step, always in view. */
export const ChoiceDock = ({ selection, isPaidPlan, reviewPath, onCancel }: ChoiceDockProps) => {
  const { card, offer, trial } = selection;
  return (
    <section className={dock.dock} aria-live="polite">
      <div className={dock.text}>
        <b>
          {planName({ name: card.name, interval: offer.interval, trialDays: trial ? card.trial?.days : undefined })}
        </b>
        {!trial && offer.amountCents > 0 && (
          <span className={dock.wideOnly}>
            {' · '}
            <Trans>
              <Money cents={offer.couponCents ?? offer.amountCents} whole />
              {priceSuffix[offer.rhythm]} plus tax
            </Trans>
          </span>
        )}
        <p>
          <Line selection={selection} isPaidPlan={isPaidPlan} />
        </p>
      </div>
      <Button className={dock.wideOnly} onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <LinkButton to={reviewPath} variant="primary">
        <Trans>Review</Trans>
      </LinkButton>
    </section>
  );
};

import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import type { EndLine, PendingChange } from '../model/current-plan.ts';
import type { PlanCard as PlanCardModel } from '../model/plan-card.ts';
import { isWaitedFor, type Selection } from '../model/selection.ts';
import { OfferRow } from './offer-row.tsx';
import styles from './plan-card.module.css';
import { PlanFacts } from './plan-facts.tsx';

interface PlanCardProps {
  card: PlanCardModel;
  selection: Selection | null;
  onChoose: (id: string) => void;
  /** Opens the review of the trial. */
  onTrial: (id: string) => void;
  locked: boolean;
  waiting: PendingChange;
  /** Event at the end of the current plan. */
  ending: EndLine | null;
  /** The plan lies below a trial, which is in effect. */
  isBelowTrial: boolean;
}

const CardFoot = ({ card }: { card: PlanCardModel }) => {
  if (card.current) return <Trans>Your plan</Trans>;
  return card.offers.every(({ rhythm }) => rhythm === 'free') ? <Trans>Always free</Trans> : null;
};

/**
 * Card of a plan with its limits and offers (DR-03). The offers are at the bottom, so that they line up across cards.
 */
export const PlanCard = ({
  card,
  selection,
  onChoose,
  onTrial,
  locked,
  waiting,
  ending,
  isBelowTrial,
}: PlanCardProps) => {
  const mine = selection?.card.key === card.key ? selection : null;
  const { trial } = card;
  return (
    <Card as="article" className={cx(styles.card, mine ? styles.selected : !card.current && styles.compact)}>
      <div className={styles.head}>
        <h3>{card.name}</h3>
        {mine ? (
          <Badge tone="accent" icon={Check}>
            <Trans>Selected</Trans>
          </Badge>
        ) : (
          card.current && <Badge tone="accent">{isBelowTrial ? <Trans>You keep</Trans> : <Trans>Current</Trans>}</Badge>
        )}
        {trial && !locked && !mine && (
          <span className={styles.rowOnly}>
            <Badge>
              <Trans>Try Free</Trans>
            </Badge>
          </span>
        )}
      </div>
      <PlanFacts card={card} />
      <fieldset className={styles.buy}>
        <legend className="sr">
          <Trans>{card.name} billing</Trans>
        </legend>
        {card.offers.map((offer) => (
          <OfferRow
            key={offer.intervalId}
            offer={offer}
            checked={mine !== null && !mine.trial && mine.offer.intervalId === offer.intervalId}
            onChoose={onChoose}
            locked={locked}
            from={isWaitedFor(card, offer, waiting) ? waiting?.applyAt : undefined}
            ending={ending}
          />
        ))}
        {trial && !locked ? (
          <button type="button" className={cx(styles.foot, styles.trial)} onClick={() => onTrial(trial.id)}>
            <Trans>Start {trial.days}-day trial</Trans> <span className="sr">{card.name}</span>
          </button>
        ) : (
          <span className={cx(styles.foot, styles.quiet)}>
            <CardFoot card={card} />
          </span>
        )}
      </fieldset>
    </Card>
  );
};

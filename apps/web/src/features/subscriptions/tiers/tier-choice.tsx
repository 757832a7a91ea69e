import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { SectionHead } from '../../../ui/section-head.tsx';
import choosing from '../components/choose-plan.module.css';
import { OfferRow } from '../components/offer-row.tsx';
import styles from '../components/plan-card.module.css';
import { shapePlans } from '../model/plan-card.ts';
import { RelationLabel } from './relation-label.tsx';
import { type Tier, type TieredChoice, tierBadge } from './tiered-choice.ts';

interface TierChoiceProps {
  tiers: readonly Tier[];
  choice: TieredChoice;
  /** Plan of the subscription that is changed, which has no trial (SP-03). */
  currentPlanId: string | undefined;
  /** Interval that the subscription pays for, which cannot be chosen again. */
  currentIntervalId: string | null;
  onChoose: (id: string | undefined) => void;
}

const TierBadge = ({ tier, currentPlanId }: { tier: Tier } & Pick<TierChoiceProps, 'currentPlanId'>) => {
  const relation = tierBadge(tier, currentPlanId);
  if (relation) return <RelationLabel relation={relation} tier={tier.name} />;
  return currentPlanId === undefined && tier.plans.some(({ hasTrial }) => hasTrial) ? (
    <Badge>
      <Trans>Try Free</Trans>
    </Badge>
  ) : null;
};

/** Tiers as cards with their offers, like the cards of a family of plans (SP-01). */
export const TierChoice = ({ tiers, choice, currentPlanId, currentIntervalId, onChoose }: TierChoiceProps) => (
  <section>
    <SectionHead>
      <Trans>Plan</Trans>
    </SectionHead>
    <div className={choosing.grid}>
      {tiers.map((tier) => {
        const isChosen = tier.id === choice.tier.id;
        const plan = isChosen ? choice.plan : tier.plans[0];
        if (!plan) return null;
        const chosenId = isChosen && choice.cycle.intervalId !== currentIntervalId ? choice.cycle.intervalId : null;
        return (
          <Card
            key={tier.id}
            as="article"
            className={cx(styles.card, chosenId !== null && styles.selected, !isChosen && styles.compact)}
          >
            <div className={cx(styles.head, styles.wide)}>
              <h3>{tier.name}</h3>
              <TierBadge tier={tier} currentPlanId={currentPlanId} />
            </div>
            <p className={styles.line}>{plan.description}</p>
            <fieldset className={styles.buy}>
              <legend className="sr">
                <Trans>{tier.name} billing</Trans>
              </legend>
              {shapePlans([plan], currentIntervalId)
                .flatMap(({ offers }) => offers)
                .map((offer) => (
                  <OfferRow
                    key={offer.intervalId}
                    offer={offer}
                    checked={offer.intervalId === chosenId}
                    onChoose={onChoose}
                    locked={false}
                    from={undefined}
                    ending={null}
                  />
                ))}
            </fieldset>
          </Card>
        );
      })}
    </div>
  </section>
);

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { cycleFor, savingOf } from '../model/tiered-card.ts';
import { BillingToggle } from '../tiered/billing-toggle.tsx';
import cards from '../tiered/tier-card.module.css';
import { TierCard } from '../tiered/tier-card.tsx';
import { RelationLabel } from './relation-label.tsx';
import { idFor, type Tier, type TieredChoice, tierBadge } from './tiered-choice.ts';

interface TierChoiceProps {
  tiers: readonly Tier[];
  choice: TieredChoice;
  /** Plan of the subscription that is changed, which has no trial (SP-03). */
  currentPlanId: string | undefined;
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

/** Tiers as cards, with a switch for their billing (SP-01). */
export const TierChoice = ({ tiers, choice, currentPlanId, onChoose }: TierChoiceProps) => {
  return (
    <section>
      <SectionHead
        aside={
          <BillingToggle
            billing={choice.billing}
            savePercent={savingOf(tiers.flatMap(({ plans }) => plans))}
            onChange={(billing) => onChoose(idFor(choice.plan, billing))}
          />
        }
      >
        <Trans>Plan</Trans>
      </SectionHead>
      <div className={cards.grid} role="radiogroup" aria-label={t`Plan`}>
        {tiers.map((tier) => {
          const checked = tier.id === choice.tier.id;
          const plan = checked ? choice.plan : tier.plans[0];
          if (!plan) return null;
          return (
            <TierCard
              key={tier.id}
              group="tier"
              name={tier.name}
              badge={<TierBadge tier={tier} currentPlanId={currentPlanId} />}
              plan={plan}
              cycle={cycleFor(plan, choice.billing) ?? null}
              checked={checked}
              onChoose={() => onChoose(idFor(plan, choice.billing))}
            />
          );
        })}
      </div>
    </section>
  );
};

import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import { paths } from '../../../lib/paths.ts';
import { useUser } from '../../../shared/account/use-user.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { HeldBadge } from '../components/current-plan.tsx';
import { RequestedBadge } from '../components/requested-badge.tsx';
import { isEligible } from '../model/eligible.ts';
import { cycleFor, savingOf } from '../model/tiered-card.ts';
import type { PlanPageData } from '../queries/use-plan-page.ts';
import { BillingToggle } from './billing-toggle.tsx';
import cards from './metered-card.module.css';
import { MeteredCard } from './metered-card.tsx';
import { idFor, type MeteredChoice } from './metered-choice.ts';

interface MeteredPlansProps {
  data: PlanPageData;
  choice: MeteredChoice;
  /** Marks the plan of the choice; otherwise only its billing shows. */
  isChosen: boolean;
  disabled: boolean;
  onChoose: (id: string) => void;
}

const PlanFeatures = ({ plan, features }: { plan: TieredPlan; features: readonly Feature[] }) => (
  <ul className={cards.facts}>
    {[...plan.featureList1, ...plan.featureList2].map((key) => (
      <li key={key}>
        <Icon of={Check} size={16} />
        {features.find((feature) => feature.key === key)?.label}
      </li>
    ))}
  </ul>
);

const PlanBadge = ({ plan, existing, request }: { plan: TieredPlan } & Pick<PlanPageData, 'existing' | 'request'>) => {
  if (request?.plan.id === plan.id) return <RequestedBadge />;
  if (plan.isTrial) {
    return (
      <Badge tone="info">
        <Trans>Trial</Trans>
      </Badge>
    );
  }
  if (plan.isCurrent) return <HeldBadge />;
  return plan.hasTrial && !existing ? (
    <Badge tone="accent">
      <Trans>{plan.trialDays}-day trial</Trans>
    </Badge>
  ) : null;
};

/** Condition for choosing the plan. While the user loads, it says at least that there is one. */
const EligibilityText = ({ plan }: { plan: TieredPlan }) => {
  const { user, isLoading, retry } = useUser();
  const suffix = plan.emailSuffix;
  if (user && isEligible(plan, { ...user, emailVerified: true })) {
    return (
      <Trans>
        Your {suffix} email isn't verified yet.{' '}
        <Link href={paths.security()} className="link">
          Verify it now
        </Link>
      </Trans>
    );
  }
  if (user) {
    return (
      <Trans>
        Needs a verified {suffix} email.{' '}
        <Link href={paths.security({ active: 'email' })} className="link">
          Add one
        </Link>
      </Trans>
    );
  }
  return (
    <>
      <Trans>Needs a verified {suffix} email.</Trans> {!isLoading && <LoadError {...retry} />}
    </>
  );
};

/** Plans of a metered family with a switch for their billing (IO-01). */
export const MeteredPlans = ({ data, choice, isChosen, disabled, onChoose }: MeteredPlansProps) => {
  const { plans, features, existing, request, user } = data;
  return (
    <section>
      <SectionHead
        aside={
          <BillingToggle
            billing={choice.billing}
            savePercent={savingOf(plans)}
            onChange={(billing) => onChoose(idFor(choice.plan, billing))}
            disabled={disabled || choice.cycle === null}
          />
        }
      >
        <Trans>Plan</Trans>
      </SectionHead>
      <div className={cards.grid} role="radiogroup" aria-label={t`Plan`}>
        {plans.map((plan) => {
          const may = isEligible(plan, user);
          return (
            <MeteredCard
              key={plan.id}
              group="plan"
              name={plan.displayName}
              badge={<PlanBadge plan={plan} existing={existing} request={request} />}
              plan={plan}
              cycle={plan.customBilling ? null : (cycleFor(plan, choice.billing) ?? null)}
              checked={isChosen && plan.id === choice.plan.id}
              disabled={disabled || !may}
              onChoose={() => onChoose(idFor(plan, choice.billing))}
            >
              <PlanFeatures plan={plan} features={features} />
              {!may && (
                <p className={cards.note}>
                  <EligibilityText plan={plan} />
                </p>
              )}
            </MeteredCard>
          );
        })}
      </div>
    </section>
  );
};

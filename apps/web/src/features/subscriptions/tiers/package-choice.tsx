import type { TieredPlan } from '@foyer/contract/api/plans';
import { Plural, Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import type { ReactNode } from 'react';
import choices from '../../../ui/choice.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import page from '../components/plan-page.module.css';
import { RelationLabel } from './relation-label.tsx';
import { idFor, relationBadge, type Tier, type TieredChoice } from './tiered-choice.ts';
import styles from './tiers.module.css';

interface PackageChoiceProps {
  tiers: readonly Tier[];
  choice: TieredChoice;
  onChoose: (id: string | undefined) => void;
}

/** True for a plan with one package, which the customer chooses by choosing the plan. */
const hasOnePackage = ({ addOnPackages }: TieredPlan) => addOnPackages.length === 1;

/** Lists each package once, with the plan that has it alone. */
const offeredPackages = (tiers: readonly Tier[]) =>
  tiers
    .flatMap(({ plans }) => plans)
    .filter(hasOnePackage)
    .flatMap((plan) => plan.addOnPackages.map((own) => ({ plan, own })));

const PackageRelation = ({ plan, chosen }: { plan: TieredPlan; chosen: TieredPlan }) => {
  const relation = hasOnePackage(chosen) ? relationBadge(plan) : null;
  return relation && relation !== 'current-tier' ? <RelationLabel relation={relation} tier={plan.tierName} /> : null;
};

const PackageText = ({ name, description, children }: { name: string; description: string; children: ReactNode }) => (
  <span>
    <b>{name}</b>
    <small>{description}</small>
    {children}
  </span>
);

/** Choice of the package (SP-01). A plan has exactly one, all or none. */
export const PackageChoice = ({ tiers, choice: { plan: chosen, billing }, onChoose }: PackageChoiceProps) => {
  const packages = offeredPackages(tiers);
  const [first] = packages;
  if (!first) return null;
  const one = first.plan.tierName;
  const all = tiers.find(({ plans }) => plans.some(({ addOnPackages }) => addOnPackages.length > 1))?.name;
  return (
    <section>
      <SectionHead
        aside={
          <p className="small">
            <Trans>{one} includes one.</Trans>{' '}
            {all && (
              <Plural
                value={packages.length}
                _2={`${all} includes both.`}
                _4={`${all} includes all four.`}
                other={`${all} includes all #.`}
              />
            )}
          </p>
        }
      >
        <Trans>Package</Trans>
      </SectionHead>
      <fieldset className={page.packages}>
        <legend className="sr">
          <Trans>Package</Trans>
        </legend>
        {packages.map(({ plan, own }) =>
          chosen.addOnPackages.length > 1 ? (
            <div key={plan.id} className={choices.option}>
              <Icon of={Check} size={18} className={styles.included} />
              <PackageText name={own.name} description={own.description}>
                <small>
                  <Trans>Included</Trans>
                </small>
              </PackageText>
            </div>
          ) : (
            <label key={plan.id} className={choices.option}>
              <input
                type="radio"
                className={choices.radio}
                name="package"
                value={plan.shortId}
                checked={plan.id === chosen.id}
                disabled={!hasOnePackage(chosen)}
                onChange={() => onChoose(idFor(plan, billing))}
              />
              <PackageText name={own.name} description={own.description}>
                <PackageRelation plan={plan} chosen={chosen} />
              </PackageText>
            </label>
          ),
        )}
      </fieldset>
    </section>
  );
};

import type { TieredPlan } from '@foyer/contract/api/plans';
import { Plural, Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import choices from '../tiered/choice.module.css';
import { RelationLabel } from './relation-label.tsx';
import styles from './scope.module.css';
import { idFor, relationBadge, type ScopeChoice, type Tier } from './scope-choice.ts';

interface PackageChoiceProps {
  tiers: readonly Tier[];
  choice: ScopeChoice;
  onChoose: (id: string | undefined) => void;
}

/** Lists each package once, with the Professional plan that has it. */
const offeredPackages = (tiers: readonly Tier[]) =>
  tiers
    .flatMap(({ plans }) => plans)
    .filter(({ isPro }) => isPro)
    .flatMap((plan) => plan.addOnPackages.slice(0, 1).map((own) => ({ plan, own })));

const PackageRelation = ({ plan, chosen }: { plan: TieredPlan; chosen: TieredPlan }) => {
  const relation = chosen.isPro ? relationBadge(plan) : null;
  return relation && relation !== 'current-tier' ? <RelationLabel relation={relation} /> : null;
};

const PackageText = ({ name, description, children }: { name: string; description: string; children: ReactNode }) => (
  <span>
    <b>{name}</b>
    <small>{description}</small>
    {children}
  </span>
);

/** Choice of the package (SP-01). Professional has exactly one, Ultimate all, Starter none. */
export const PackageChoice = ({ tiers, choice: { plan: chosen, billing }, onChoose }: PackageChoiceProps) => {
  const packages = offeredPackages(tiers);
  if (packages.length === 0) return null;
  return (
    <section>
      <SectionHead
        aside={
          <p className={styles.aside}>
            <Plural
              value={packages.length}
              _4="Professional includes one. Ultimate includes all four."
              other="Professional includes one. Ultimate includes all #."
            />
          </p>
        }
      >
        <Trans>Package</Trans>
      </SectionHead>
      <fieldset className={styles.packages}>
        <legend className="sr">
          <Trans>Package</Trans>
        </legend>
        {packages.map(({ plan, own }) =>
          chosen.isUltimate ? (
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
                name="package"
                value={plan.shortId}
                checked={plan.id === chosen.id}
                disabled={!chosen.isPro}
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

import type { Feature, TieredPlan } from '@foyer/contract/api/plans';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import styles from './tiers.module.css';

interface FeatureColumnsProps {
  plan: Pick<TieredPlan, 'displayName' | 'featureList1' | 'featureList2'>;
  features: readonly Feature[];
}

const PrerequisiteSteps = ({ prerequisite }: { prerequisite: NonNullable<Feature['prerequisite']> }) => (
  <details className={styles.needs}>
    <summary>
      <Trans>
        Needs {prerequisite.name}. <span>How to install</span>
      </Trans>
    </summary>
    <ol>
      {prerequisite.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </details>
);

/** Features of the plan in two columns that are one list for screen readers (SP-01). */
export const FeatureColumns = ({ plan, features }: FeatureColumnsProps) => {
  const item = (key: string) => {
    const feature = features.find((candidate) => candidate.key === key);
    return (
      feature && (
        <li key={key}>
          <Icon of={Check} className={styles.included} />
          <div>
            {feature.label}
            {feature.prerequisite && <PrerequisiteSteps prerequisite={feature.prerequisite} />}
          </div>
        </li>
      )
    );
  };
  return (
    <section>
      <SectionHead>
        <Trans>{plan.displayName} includes</Trans>
      </SectionHead>
      <Card as="ul" pad className={styles.features}>
        {[...plan.featureList1, ...plan.featureList2].map(item)}
      </Card>
    </section>
  );
};

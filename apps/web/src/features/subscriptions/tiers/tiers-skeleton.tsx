import { Trans } from '@lingui/react/macro';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import cards from '../tiered/tier-card.module.css';
import styles from './tiers.module.css';

const PLANS = ['a', 'b', 'c'];
const PACKAGES = ['a', 'b', 'c', 'd'];
const PLAN_HEIGHT = 182;
const PACKAGE_HEIGHT = 92;

/** Placeholders of three plans and four packages (SP-07). */
export const TiersSkeleton = () => (
  <div role="status" className={styles.page}>
    <span className="sr">
      <Trans>Loading plans…</Trans>
    </span>
    <div className={cards.grid}>
      {PLANS.map((key) => (
        <Card key={key} pad style={{ height: PLAN_HEIGHT }} data-placeholder="plan">
          <Skeleton width="50%" height={20} />
          <br />
          <Skeleton height={14} />
          <br />
          <Skeleton width="60%" height={28} />
        </Card>
      ))}
    </div>
    <div className={styles.packages}>
      {PACKAGES.map((key) => (
        <Card key={key} pad style={{ height: PACKAGE_HEIGHT }} data-placeholder="package">
          <Skeleton width="60%" height={16} />
          <br />
          <Skeleton height={14} />
        </Card>
      ))}
    </div>
  </div>
);
